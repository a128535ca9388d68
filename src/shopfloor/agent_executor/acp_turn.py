"""One turn with an agent: what it tells goes on to whoever listens, what it asks is answered."""

import asyncio
from collections.abc import Mapping

from shopfloor.agent_executor.acp_updates import (
    context_from_wire,
    cost_from_wire,
    permission_from_wire,
    update_from_wire,
)
from shopfloor.agent_executor.agent_session import OnPermission, OnUpdate
from shopfloor.agent_executor.json_lines import Json
from shopfloor.agent_executor.terminal_output import TerminalOutput
from shopfloor.agent_executor.turn_trouble import TurnTrouble
from shopfloor.domain.agent_updates import RawUpdate, UsageUpdate
from shopfloor.domain.work_order import Usage, UsageSource

_NO_ANSWER: Mapping[str, Json] = {"outcome": {"outcome": "cancelled"}}


class AcpTurn:
    def __init__(self, on_update: OnUpdate, on_permission: OnPermission, trouble: TurnTrouble) -> None:
        self._on_update = on_update
        self._on_permission = on_permission
        self._open_permissions = 0
        self.trouble = trouble
        self._terminal_output = TerminalOutput()
        self.is_cancelled = False
        self.answer: asyncio.Future[Json] | None = None
        self.ended = asyncio.Event()
        """The prompt has its answer, or never gets one."""
        self._asking_is_over = asyncio.Event()
        self.listener_error: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done, with its error, once whoever listens has failed."""

    @property
    def is_answered(self) -> bool:
        """True from the very message on: what an agent says after its answer belongs to no turn."""
        return self.answer is not None and self.answer.done()

    @property
    def waits_for_a_person(self) -> bool:
        return self._open_permissions > 0

    async def take_update(self, wire: Mapping[str, Json]) -> None:
        if self.listener_error.done():
            return
        self.trouble.note(wire)
        update = update_from_wire(wire)
        if update is None:
            return
        if "_meta" in wire:
            update = self._terminal_output.put_into(update, wire)
        try:
            await self._on_update(update)
        except Exception as exc:  # noqa: BLE001 (told to whoever waits for the turn)
            self._blame(exc)

    async def take_usage(self, wire: Mapping[str, Json], cost_usd: float | None) -> None:
        source = None if cost_usd is None else UsageSource.AGENT
        usage = UsageUpdate(Usage(cost_usd=cost_usd, source=source), *context_from_wire(wire), cost_from_wire(wire))
        try:
            await self._on_update(usage)
        except Exception as exc:  # noqa: BLE001
            self._blame(exc)

    async def take_choices(self, chosen: Mapping[str, str]) -> None:
        """Only what is in use now: the lists of what there would be are long."""
        try:
            await self._on_update(RawUpdate("options", dict(chosen)))
        except Exception as exc:  # noqa: BLE001
            self._blame(exc)

    async def take_noise(self, text: str) -> None:
        try:
            await self._on_update(RawUpdate("output", {"text": text}))
        except Exception as exc:  # noqa: BLE001
            self._blame(exc)

    async def answer_permission(self, params: Mapping[str, Json], seconds: float) -> Json:
        asking = asyncio.ensure_future(self._on_permission(permission_from_wire(params)))
        over = asyncio.create_task(self._asking_is_over.wait())
        self._open_permissions += 1
        try:
            await asyncio.wait({asking, over}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            return self._outcome_of(asking)
        finally:
            self._open_permissions -= 1
            asking.cancel()
            over.cancel()
            await asyncio.gather(asking, over, return_exceptions=True)

    def stop_asking(self) -> None:
        self._asking_is_over.set()

    def end(self) -> None:
        self.stop_asking()
        self.ended.set()

    def _outcome_of(self, asking: "asyncio.Future[str | None]") -> Json:
        if not asking.done() or asking.cancelled():
            return _NO_ANSWER
        if error := asking.exception():
            self._blame(error)
            return _NO_ANSWER
        option_id = asking.result()
        return _NO_ANSWER if option_id is None else {"outcome": {"outcome": "selected", "optionId": option_id}}

    def _blame(self, error: BaseException) -> None:
        if not self.listener_error.done():
            self.listener_error.set_exception(error)
            self.listener_error.exception()
