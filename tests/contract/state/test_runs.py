import asyncio
from collections import Counter

import pytest
from tests.support.work_orders import a_run, an_order

from shopfloor.domain.ids import AgentWorkOrderId, RepositoryKey
from shopfloor.domain.runs import Run, RunStatus, StopKind
from shopfloor.errors import NotFound, WrongMove
from shopfloor.state_manager.database import Database
from shopfloor.state_manager.store import Store


async def enqueue(store: Store, **fields: object) -> Run:
    order = an_order()
    run = a_run(order.agent_work_order_id, **fields)  # type: ignore[arg-type]
    await store.write(lambda tx: tx.orders.insert(order))
    await store.write(lambda tx: tx.runs.insert(run))
    return run


async def claim(store: Store, *, all_at_once: int = 100, of_repository: int = 100, worker: str = "w1") -> list[Run]:
    return await store.write(
        lambda tx: tx.runs.claim_next(worker, global_limit=all_at_once, per_repository_limit=of_repository)
    )


async def finish(store: Store, run: Run) -> None:
    await store.write(lambda tx: tx.runs.update(run.run_id, status=RunStatus.COMPLETED))


async def test_a_run_comes_back_as_it_was_stored(store: Store) -> None:
    run = await enqueue(store, stop_requested=StopKind.PAUSE, turns_done=1, exclusive=True, worker_id="w")
    assert await store.read(lambda reader: reader.runs.get(run.run_id)) == run
    with pytest.raises(NotFound):
        await store.read(lambda reader: reader.runs.get(a_run(AgentWorkOrderId("wo-x")).run_id))


async def test_enqueueing_twice_is_once(store: Store) -> None:
    run = await enqueue(store)
    await claim(store)
    assert not await store.write(lambda tx: tx.runs.insert(run))
    assert (await store.read(lambda reader: reader.runs.get(run.run_id))).status is RunStatus.RUNNING


async def test_the_runs_of_an_order_are_in_order(store: Store) -> None:
    first = await enqueue(store)
    order_id = first.agent_work_order_id
    second = a_run(order_id, 2)
    await store.write(lambda tx: tx.runs.insert(second))
    assert await store.read(lambda reader: reader.runs.list(order_id)) == [first, second]
    assert await store.read(lambda reader: reader.runs.latest(order_id)) == second
    assert await store.read(lambda reader: reader.runs.latest(AgentWorkOrderId("wo-x"))) is None


async def test_the_queue_goes_by_priority_then_by_time(store: Store) -> None:
    late, early, urgent = [await enqueue(store, minute=m, priority=p) for m, p in ((2, 0), (1, 0), (3, 5))]
    assert await store.read(lambda reader: reader.runs.queued_orders()) == [
        run.agent_work_order_id for run in (urgent, early, late)
    ]
    positions = await store.read(
        lambda reader: [reader.runs.queue_position(run.run_id) for run in (urgent, early, late)]
    )
    assert positions == [1, 2, 3]
    claimed = [(await claim(store, all_at_once=limit))[0].run_id for limit in (1, 2, 3)]
    assert claimed == [urgent.run_id, early.run_id, late.run_id]
    assert await store.read(lambda reader: reader.runs.queue_position(late.run_id)) is None


async def test_a_claimed_run_is_the_workers(store: Store) -> None:
    run = await enqueue(store)
    (claimed,) = await claim(store, worker="w7")
    assert (claimed.run_id, claimed.status, claimed.worker_id) == (run.run_id, RunStatus.RUNNING, "w7")
    assert claimed.started_at is not None
    assert await store.read(lambda reader: reader.runs.running()) == [claimed]
    assert await store.read(lambda reader: reader.runs.running("w7")) == [claimed]
    assert await store.read(lambda reader: reader.runs.running("w8")) == []


async def test_no_more_run_at_once_than_allowed(store: Store) -> None:
    for _ in range(5):
        await enqueue(store)
    first = await claim(store, all_at_once=2)
    assert len(first) == 2
    assert await claim(store, all_at_once=2) == []
    await finish(store, first[0])
    assert len(await claim(store, all_at_once=2)) == 1


async def test_a_full_repository_does_not_hold_up_the_others(store: Store) -> None:
    for minute in range(3):
        await enqueue(store, minute=minute)
    elsewhere = await enqueue(store, minute=9, repository_key=RepositoryKey("other"))
    claimed = await claim(store, all_at_once=3, of_repository=2)
    assert Counter(run.repository_key for run in claimed) == {"app-1234": 2, "other": 1}
    assert elsewhere.run_id in {run.run_id for run in claimed}


async def test_exclusive_runs_go_one_at_a_time_per_repository(store: Store) -> None:
    exclusive = [await enqueue(store, minute=minute, exclusive=True) for minute in range(2)]
    other = await enqueue(store, minute=5, exclusive=True, repository_key=RepositoryKey("other"))
    shared = await enqueue(store, minute=6)
    claimed = await claim(store)
    assert {run.run_id for run in claimed} == {exclusive[0].run_id, other.run_id, shared.run_id}
    await finish(store, exclusive[0])
    assert [run.run_id for run in await claim(store)] == [exclusive[1].run_id]


async def test_an_order_never_has_two_running_runs(store: Store) -> None:
    run = await enqueue(store)
    await store.write(lambda tx: tx.runs.insert(a_run(run.agent_work_order_id, 2)))
    assert [claimed.run_id for claimed in await claim(store)] == [run.run_id]
    await finish(store, run)
    assert [claimed.number for claimed in await claim(store)] == [2]


async def test_an_update_with_an_unexpected_status_is_a_wrong_move(store: Store) -> None:
    run = await enqueue(store)
    with pytest.raises(WrongMove, match="is queued; this needs it to be running"):
        await store.write(lambda tx: tx.runs.update(run.run_id, expect_status=(RunStatus.RUNNING,), turns_done=1))
    assert await store.read(lambda reader: reader.runs.any_queued())


async def test_claims_in_parallel_start_no_run_twice_and_keep_the_limits(
    store: Store, database: Database, database_url: str
) -> None:
    for number in range(30):
        await enqueue(store, minute=number, exclusive=number % 3 == 0, repository_key=RepositoryKey(f"r{number % 4}"))
    second = Database(database_url)
    stores = [store, Store(second, _Nobody())]
    claimed: list[Run] = []

    async def worker(number: int) -> None:
        for _ in range(4):
            mine = await claim(stores[number % 2], all_at_once=12, of_repository=4, worker=f"w{number}")
            claimed.extend(mine)

    await asyncio.gather(*(worker(number) for number in range(8)))
    await second.close()
    assert len(claimed) == 12
    assert len({run.run_id for run in claimed}) == 12
    assert max(Counter(run.repository_key for run in claimed).values()) <= 4
    assert max(Counter(run.repository_key for run in claimed if run.exclusive).values()) == 1
    running = await store.read(lambda reader: reader.runs.running())
    assert {(run.run_id, run.worker_id) for run in running} == {(run.run_id, run.worker_id) for run in claimed}


class _Nobody:
    def publish(self, events: object) -> None: ...
