import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.work_orders import NOON, an_order

from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.work_order import AgentWorkOrderStatus
from shopfloor.event_journal.hub import JournalHub
from shopfloor.event_journal.journal import Journal
from shopfloor.event_journal.log_files import LogFiles
from shopfloor.state_manager.store import Store

SAID, STARTED = EventType.AGENT_MESSAGE, EventType.WORKFLOW_PHASE_STARTED


@pytest.fixture
async def order_id(store: Store) -> AgentWorkOrderId:
    order = an_order(created_at=NOON)
    await store.write(lambda tx: tx.orders.insert(order))
    return order.agent_work_order_id


@pytest.fixture
def path(tmp_path: Path, order_id: AgentWorkOrderId) -> Path:
    return tmp_path / "logs" / "agent_work_orders" / "2026-03-01" / f"{order_id}.jsonl"


@pytest.fixture
def log_files(tmp_path: Path, store: Store) -> LogFiles:
    return LogFiles(tmp_path / "logs", store, pause_seconds=0.01)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


async def write_events(store: Store, order_id: AgentWorkOrderId, count: int) -> None:
    events = [NewEvent(SAID, {"text": "Grüße\nin two lines"}) for _ in range(count)]
    await store.write(lambda tx: tx.journal.append(order_id, events))


async def test_each_event_is_a_line_of_its_orders_file(
    store: Store, hub: JournalHub, log_files: LogFiles, order_id: AgentWorkOrderId, path: Path
) -> None:
    journal = Journal(store, hub, log_files)
    await log_files.start()
    await journal.append(order_id, NewEvent(STARTED, {"phase": "planning", "seq": "not ours"}))
    await write_events(store, order_id, 450)
    await log_files.close()
    entries = lines(path)
    assert [entry["seq"] for entry in entries] == list(range(1, 452))
    assert entries[0].pop("timestamp").endswith("Z")
    assert entries[0] == {
        "level": "info",
        "event": "workflow_phase_started",
        "agent_work_order_id": order_id,
        "phase": "planning",
        "seq": 1,
    }


@pytest.mark.parametrize("status", [AgentWorkOrderStatus.RUNNING, AgentWorkOrderStatus.COMPLETED])
@pytest.mark.parametrize("left", ["nothing", "a few lines", "half a line", "rubbish", "all"])
async def test_after_a_crash_a_file_is_completed_at_the_next_start(
    store: Store,
    log_files: LogFiles,
    order_id: AgentWorkOrderId,
    path: Path,
    tmp_path: Path,
    left: str,
    status: AgentWorkOrderStatus,
) -> None:
    await store.write(lambda tx: tx.orders.update(order_id, status=status))
    await write_events(store, order_id, 5)
    await log_files.start()
    await log_files.close()
    whole = path.read_bytes()
    assert len(lines(path)) == 5
    leftovers = {
        "nothing": None,
        "a few lines": b"".join(whole.splitlines(keepends=True)[:2]),
        "half a line": whole[: len(whole) * 2 // 3],
        "rubbish": b"\0\0\0\0\n",
        "all": whole,
    }
    rest = leftovers[left]
    path.unlink() if rest is None else path.write_bytes(rest)
    again = LogFiles(tmp_path / "logs", store)
    await again.start()
    await again.close()
    assert path.read_bytes() == whole


async def test_a_deleted_order_does_not_stop_the_others(
    store: Store, hub: JournalHub, log_files: LogFiles, order_id: AgentWorkOrderId, path: Path
) -> None:
    Journal(store, hub, log_files)
    gone = an_order()
    await store.write(lambda tx: tx.orders.insert(gone))
    await write_events(store, gone.agent_work_order_id, 1)
    await store.write(lambda tx: tx.orders.delete(gone.agent_work_order_id))
    await write_events(store, order_id, 1)
    await log_files.start()
    await log_files.close()
    assert len(lines(path)) == 1
