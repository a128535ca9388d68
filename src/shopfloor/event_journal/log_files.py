"""One JSONL file an order, for people with grep.

The files follow the journal: what a file lacks beyond the latest events is read from the database. So nothing is lost
in a crash between commit and write, and a slow disk costs no memory.
"""

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from shopfloor.domain.events import Event
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.work_order import ENDED, AgentWorkOrder, AgentWorkOrderStatus
from shopfloor.errors import StateError
from shopfloor.event_journal.log_entry import log_entry
from shopfloor.state_manager.store import Reader, Store

_PAGE = 200
_RECENT = 100
_MOST_FRESH = 500
"""Of one order, kept in memory until they are written. What comes beyond that is read from the database."""
_UNFINISHED = frozenset(AgentWorkOrderStatus) - ENDED


class LogFiles:
    """Call `start` once the database is ready, and `close` at the end; `note` is the hub's to call."""

    def __init__(self, folder: Path, store: Store, *, pause_seconds: float = 0.2) -> None:
        self._folder = folder
        self._store = store
        self._pause_seconds = pause_seconds
        self._marked: set[AgentWorkOrderId] = set()
        self._fresh: dict[AgentWorkOrderId, list[Event]] = {}
        self._written: dict[AgentWorkOrderId, _LogFile] = {}
        self._wake = asyncio.Event()
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def path_for(self, agent_work_order_id: AgentWorkOrderId, created_at: datetime) -> Path:
        return self._folder / "agent_work_orders" / created_at.date().isoformat() / f"{agent_work_order_id}.jsonl"

    def note(self, events: Sequence[Event]) -> None:
        for event in events:
            self._marked.add(event.agent_work_order_id)
            fresh = self._fresh.setdefault(event.agent_work_order_id, [])
            if len(fresh) < _MOST_FRESH:
                fresh.append(event)
        self._wake.set()

    async def start(self) -> None:
        """Also completes the files of orders that may have been cut short by a crash."""
        self._marked.update(await self._store.read(_maybe_incomplete))
        self._wake.set()
        self._task = asyncio.create_task(self._run(), name="log-files")

    async def close(self) -> None:
        """Writes what is still missing."""
        self._stopping.set()
        self._wake.set()
        if self._task is not None:
            await self._task
            self._task = None

    async def _run(self) -> None:
        while not (self._stopping.is_set() and not self._marked):
            await self._wake.wait()
            self._wake.clear()
            marked, self._marked = self._marked, set()
            with suppress(StateError):  # the next event of an order tries again
                await self._complete(marked)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), self._pause_seconds)

    async def _complete(self, marked: set[AgentWorkOrderId]) -> None:
        """The files of all of them at once, so that many orders cost hardly more than one."""
        await self._find(marked - self._written.keys())
        fresh = {each: self._fresh.pop(each, []) for each in marked}
        known = [self._written.pop(each) for each in marked if each in self._written]
        for file in known:
            file.fresh = fresh[file.order_id]
        await asyncio.to_thread(_write_all, known)
        for file in known:
            if file.is_behind:
                await self._copy_from_database(file)
            self._written[file.order_id] = file
        while len(self._written) > 10 * _RECENT:
            del self._written[next(iter(self._written))]

    async def _copy_from_database(self, file: "_LogFile") -> None:
        full = True
        while full and not file.failed:
            file.fresh = await self._page(file.order_id, file.last or 0)
            full = len(file.fresh) == _PAGE
            await asyncio.to_thread(_write_all, [file])

    async def _find(self, order_ids: set[AgentWorkOrderId]) -> None:
        if order_ids:
            created = await self._store.read(lambda reader: reader.orders.created_at(order_ids))
            for order_id, at in created.items():
                self._written[order_id] = _LogFile(order_id, self.path_for(order_id, at))

    async def _page(self, agent_work_order_id: AgentWorkOrderId, after: int) -> list[Event]:
        return await self._store.read(lambda reader: reader.journal.page(agent_work_order_id, after, _PAGE))


@dataclass(slots=True)
class _LogFile:
    order_id: AgentWorkOrderId
    path: Path
    last: int | None = None
    """The number of the last event in it; None before anybody has looked."""
    fresh: list[Event] = field(default_factory=list)
    """To be written next."""
    is_behind: bool = False
    """True where the database has more than was at hand."""
    failed: bool = False

    def write(self) -> None:
        unseen = self.last is None
        if self.last is None:
            self.last = _mend(self.path)
        following = _following(self.fresh, self.last)
        self.is_behind = (not following and (unseen or bool(self.fresh))) or len(self.fresh) >= _MOST_FRESH
        if following:
            _write(self.path, following)
            self.last = following[-1].seq
        self.fresh = []


def _write_all(files: Sequence[_LogFile]) -> None:
    """A file that cannot be written is looked at afresh the next time."""
    for file in files:
        try:
            file.write()
            file.failed = False
        except OSError:
            file.last, file.fresh, file.failed = None, [], True


def _following(events: Sequence[Event], last: int) -> list[Event]:
    """Those that come right after the last one written; none where one is missing in between."""
    found: list[Event] = []
    for event in events:
        if event.seq == last + 1 + len(found):
            found.append(event)
    return found


def _maybe_incomplete(reader: Reader) -> set[AgentWorkOrderId]:
    """Unfinished orders, and those that ended last: their end may have been committed but not written."""
    unfinished, _ = reader.orders.list(status=_UNFINISHED, limit=10_000)
    recent, _ = reader.orders.list(sort="-updated_at", limit=_RECENT)
    orders: list[AgentWorkOrder] = [*unfinished, *recent]
    return {order.agent_work_order_id for order in orders if order.last_event_seq}


def _mend(path: Path) -> int:
    """The number of the last whole line; half a line after it is cut off. 0 if there is none: the file starts anew."""
    whole, last_line = 0, b""
    with suppress(FileNotFoundError), path.open("rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                whole, last_line = whole + len(line), line
    try:
        seq = int(json.loads(last_line)["seq"])
    except (ValueError, KeyError, TypeError):
        seq, whole = 0, 0
    if path.exists():
        with path.open("r+b") as file:
            file.truncate(whole)
    return seq


def _write(path: Path, events: Sequence[Event]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(log_entry(event), ensure_ascii=False, separators=(",", ":")) for event in events)
    with path.open("ab") as file:
        file.write("".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))
