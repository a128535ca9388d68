"""Waiting until a run that was asked to stop has done so."""

import asyncio
import time

from shopfloor.domain.ids import RunId
from shopfloor.domain.runs import RunStatus
from shopfloor.errors import WrongMove
from shopfloor.state_manager.store import Store
from shopfloor.workflow_engine.stop_board import StopBoard

_STOP_SECONDS = 10.0
_STOP_POLL_SECONDS = 0.01


async def wait_until_stopped(store: Store, stops: StopBoard, run_id: RunId) -> None:
    """The run may not have been taken up yet, right after a start: so the database has the last word."""
    deadline = time.monotonic() + _STOP_SECONDS
    while (await store.read(lambda tx: tx.runs.get(run_id))).status is RunStatus.RUNNING:
        if time.monotonic() > deadline:
            raise WrongMove("The stop was taken down and is under way, but the agent has not ended yet.")
        await stops.wait_until_ended(run_id, _STOP_SECONDS)
        await asyncio.sleep(_STOP_POLL_SECONDS)
