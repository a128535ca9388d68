"""Where a person's wish to stop meets the run that must obey it."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from shopfloor.domain.ids import RunId
from shopfloor.domain.runs import StopKind
from shopfloor.domain.work_order import WorkOrderError

T = TypeVar("T")


class RunStopped(Exception):
    def __init__(self, kind: StopKind, reason: str | None = None, error: WorkOrderError | None = None) -> None:
        super().__init__(kind)
        self.kind = kind
        self.reason = reason
        self.error = error
        """What a person has to do something about, where it was not a person who stopped the run."""


class StopBoard:
    """One flag per run under way. The server's own shutdown raises all of them, as a cancellation."""

    def __init__(self) -> None:
        self._signals: dict[RunId, asyncio.Event] = {}
        self._kinds: dict[RunId, StopKind] = {}
        self._ended: dict[RunId, asyncio.Event] = {}
        self._server_stopping = False

    @property
    def runs(self) -> tuple[RunId, ...]:
        return tuple(self._ended)

    def watch(self, run_id: RunId) -> None:
        self._signals.setdefault(run_id, asyncio.Event())
        self._ended.setdefault(run_id, asyncio.Event())
        if self._server_stopping:
            self._signals[run_id].set()

    def forget(self, run_id: RunId) -> None:
        self._signals.pop(run_id, None)
        self._kinds.pop(run_id, None)
        if ended := self._ended.pop(run_id, None):
            ended.set()

    def request(self, run_id: RunId, kind: StopKind) -> None:
        self._kinds[run_id] = kind
        if signal := self._signals.get(run_id):
            signal.set()

    def request_all(self) -> None:
        self._server_stopping = True
        for signal in self._signals.values():
            signal.set()

    async def wait_until_ended(self, run_id: RunId, seconds: float) -> bool:
        """True once the run has ended here, its agent dead; False if it has not by then."""
        ended = self._ended.get(run_id)
        if ended is None:
            return True
        try:
            await asyncio.wait_for(ended.wait(), seconds)
        except TimeoutError:
            return False
        return True

    def check(self, run_id: RunId) -> None:
        if self._server_stopping:
            raise asyncio.CancelledError("the server is stopping")
        if kind := self._kinds.get(run_id):
            raise RunStopped(kind)

    async def obey(self, run_id: RunId, work: Coroutine[Any, Any, T]) -> T:
        """Does the work, unless a stop comes first: then the work is cancelled and its clean-up awaited."""
        try:
            self.check(run_id)
        except BaseException:
            work.close()
            raise
        task = asyncio.ensure_future(work)
        stop = asyncio.ensure_future(self._signals[run_id].wait())
        try:
            await asyncio.wait({task, stop}, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
        finally:
            stop.cancel()
            if not task.done():
                task.cancel()
                await asyncio.wait({task})
        if not task.cancelled() and task.exception() is None:
            return task.result()
        self.check(run_id)
        raise asyncio.CancelledError
