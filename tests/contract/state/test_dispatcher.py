"""The sweep: what nobody carries out any more is given up, and only that."""

import asyncio
from collections.abc import Collection

from tests.contract.state.test_runs import claim, enqueue, finish

from shopfloor.domain.ids import RunId
from shopfloor.domain.runs import Run
from shopfloor.state_manager.store import Store
from shopfloor.workflow_engine.dispatcher import Dispatcher, QueueLimits
from shopfloor.workflow_engine.durable_engine import EngineState, RunWork
from shopfloor.workflow_engine.run_end import RunOutcome


class EngineThatHasEnded:
    """By the time it is asked, its runs have ended; the one in `just_ended` was settled at the last moment."""

    def __init__(self, store: Store, just_ended: Run) -> None:
        self._store = store
        self._just_ended = just_ended

    async def launch(self, work: RunWork) -> None: ...

    async def start(self, run_id: RunId) -> None: ...

    async def recover(self, run_ids: Collection[RunId]) -> None: ...

    async def state_of(self, run_id: RunId) -> EngineState:
        if run_id == self._just_ended.run_id:
            await finish(self._store, self._just_ended)
        return EngineState.ENDED

    async def close(self) -> None: ...


async def test_a_run_that_ends_while_it_is_looked_for_is_not_taken_for_lost(store: Store) -> None:
    lost, just_ended = await enqueue(store), await enqueue(store)
    given_up: asyncio.Queue[RunId] = asyncio.Queue()

    async def give_up(run_id: RunId, _: RunOutcome) -> None:
        given_up.put_nowait(run_id)
        await finish(store, lost)

    dispatcher = Dispatcher(
        store=store,
        worker_id="w1",
        limits=lambda: QueueLimits(10, 10),
        give_up=give_up,
        sweep_seconds=0.01,
    )
    await dispatcher.start(EngineThatHasEnded(store, just_ended))
    await claim(store)
    assert await asyncio.wait_for(given_up.get(), 60) == lost.run_id
    while await store.read(lambda tx: tx.runs.running("w1")):
        await asyncio.sleep(0.01)
    await dispatcher.stop()
    assert given_up.empty()
