"""What carries runs out however often the process dies: the protocol, without the engine that does it."""

from collections.abc import Collection
from enum import StrEnum
from typing import Protocol

from shopfloor.domain.ids import RunId


class EngineState(StrEnum):
    UNKNOWN = "unknown"
    UNDER_WAY = "under_way"
    ENDED = "ended"


class RunWork(Protocol):
    """What a run does. It may be done again after a crash, and then does nothing twice."""

    async def carry_out(self, run_id: RunId) -> None: ...


class DurableEngine(Protocol):
    async def launch(self, work: RunWork) -> None: ...

    async def start(self, run_id: RunId) -> None: ...

    async def recover(self, run_ids: Collection[RunId]) -> None: ...

    async def state_of(self, run_id: RunId) -> EngineState: ...

    async def close(self) -> None: ...
