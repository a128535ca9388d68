"""What each agent offers: asked of the agent itself, remembered, and asked again before anything is refused."""

import asyncio
from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

import structlog

from shopfloor.agent_executor.agent_executor import AgentExecutor
from shopfloor.agent_executor.agent_options import AgentOptions, OptionKind, not_offered
from shopfloor.agent_executor.catalogue import AgentCatalogue, AgentDeclaration
from shopfloor.agents.offer_from_options import offer_from, selections_of
from shopfloor.domain.agent_choices import AgentChoices
from shopfloor.domain.agent_offer import AgentOffer
from shopfloor.errors import ShopfloorError
from shopfloor.sandbox_manager.sandbox_protocol import SandboxFactory
from shopfloor.state_manager.clock import Clock, utc_now
from shopfloor.state_manager.store import Store

logger = structlog.get_logger(__name__)
_FRESH = timedelta(seconds=30)
"""A list this young is not asked for again before something is refused for its sake, nor is a failure."""


@dataclass(frozen=True, slots=True)
class OfferAnswer:
    state: Literal["ready", "unavailable"]
    message: str | None
    offer: AgentOffer | None
    """What it last said; also where it cannot be asked now."""


@dataclass(frozen=True, slots=True)
class _Failure:
    at: datetime
    message: str


class AgentOffers:
    def __init__(
        self,
        *,
        store: Store,
        catalogue: AgentCatalogue,
        executor: AgentExecutor,
        sandboxes: SandboxFactory,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._catalogue = catalogue
        self._executor = executor
        self._sandboxes = sandboxes
        self._clock = clock
        self._known: dict[str, AgentOffer] = {}
        self._failures: dict[str, _Failure] = {}
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._notes: set[asyncio.Task[None]] = set()

    async def get(self, agent: str, *, refresh: bool = False) -> OfferAnswer:
        """What is known, or what the agent says when it is asked. Raises NotFound for a name nobody has."""
        declaration = self._catalogue.declaration(agent)
        known = await self.known(agent)
        if known is None or refresh:
            since = self._clock()
            async with self._locks[agent]:
                await self._ask_unless_done(declaration, since, refresh=refresh)
            known = self._known.get(agent, known)
        failure = self._failures.get(agent)
        if failure is not None:
            return OfferAnswer("unavailable", failure.message, known)
        return OfferAnswer("ready", _remark(known), known)

    async def known(self, agent: str) -> AgentOffer | None:
        """What it last said, without asking it."""
        if agent not in self._known:
            stored = await self._store.read(lambda tx: tx.agent_offers.find(agent))
            if stored is not None:
                self._known.setdefault(agent, stored)
        return self._known.get(agent)

    async def require(self, agent: str, choices: AgentChoices) -> None:
        """Raises ChoiceNotOffered. Where the list is not known, the run finds out: nobody waits for it here."""
        known = await self.known(agent)
        if known is None or _first_not_offered(known, choices) is None:
            return
        if self._clock() - known.fetched_at > _FRESH:
            answer = await self.get(agent, refresh=True)
            if answer.state == "unavailable" or answer.offer is None:
                return
            known = answer.offer
        missing = _first_not_offered(known, choices)
        if missing is not None:
            kind, value = missing
            raise not_offered(kind, value, selections_of(known).of(kind))

    def note(self, agent: str, display_name: str, options: AgentOptions) -> None:
        """What a session of an order said by the way. What is current there is the order's choice, not the agent's."""
        said = offer_from(agent, display_name, options, self._clock())
        task = asyncio.ensure_future(self._keep_if_new(said))
        self._notes.add(task)
        task.add_done_callback(self._notes.discard)

    async def close(self) -> None:
        await asyncio.gather(*self._notes, return_exceptions=True)

    async def _ask_unless_done(self, agent: AgentDeclaration, since: datetime, *, refresh: bool) -> None:
        """Somebody else may have asked while we waited for our turn; a failure is not repeated at once."""
        known, failure = self._known.get(agent.name), self._failures.get(agent.name)
        if known is not None and known.fetched_at >= since:
            return
        if failure is not None and (failure.at >= since or (not refresh and since - failure.at < _FRESH)):
            return
        try:
            options = await self._ask(agent)
        except ShopfloorError as exc:
            logger.info("agent_offer_not_fetched", agent=agent.name, error=exc.message)
            hint = f" {exc.hint}" if exc.hint else ""
            self._failures[agent.name] = _Failure(self._clock(), f"{exc.message}{hint}")
            return
        self._failures.pop(agent.name, None)
        await self._keep(offer_from(agent.name, agent.display_name, options, self._clock()))

    async def _ask(self, agent: AgentDeclaration) -> AgentOptions:
        async with self._sandboxes.scratch() as place:
            try:
                session = await self._executor.open_session(await self._executor.launch(agent.name, place))
                try:
                    return session.options
                finally:
                    await session.close()
            finally:
                await self._executor.settle(agent, place)

    async def _keep(self, offer: AgentOffer) -> None:
        self._known[offer.agent] = offer
        await self._store.write(lambda tx: tx.agent_offers.put(offer))

    async def _keep_if_new(self, said: AgentOffer) -> None:
        known = await self.known(said.agent)
        if not said.models or (known is not None and known.models == said.models):
            return
        before = known or AgentOffer(said.agent, said.fetched_at)
        await self._keep(
            replace(
                said,
                current_model=before.current_model,
                current_mode=before.current_mode,
                current_effort=before.current_effort,
            )
        )


def _remark(offer: AgentOffer | None) -> str | None:
    return "This agent does not let its model be chosen." if offer is not None and not offer.models else None


def _first_not_offered(offer: AgentOffer, choices: AgentChoices) -> tuple[OptionKind, str] | None:
    """Efforts are known for the current model only; of another model the run finds out."""
    asked = [(OptionKind.MODEL, choices.model), (OptionKind.MODE, choices.mode)]
    if choices.model in (None, offer.current_model):
        asked.append((OptionKind.EFFORT, choices.reasoning_effort))
    options = selections_of(offer)
    return next(((kind, value) for kind, value in asked if value and value not in options.of(kind).values), None)
