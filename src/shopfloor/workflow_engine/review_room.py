"""Where a reviewing agent reads: a copy of the branch that is thrown away with all that was done to it."""

import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from shopfloor.agent_executor.agent_executor import AgentExecutor
from shopfloor.agent_executor.agent_options import Wishes
from shopfloor.agent_executor.agent_session import AgentSession
from shopfloor.agent_executor.catalogue import AgentCatalogue
from shopfloor.domain.ai_review import AiReview
from shopfloor.domain.work_order import AgentWorkOrder, PermissionPolicy
from shopfloor.git_operations.detached_copy import DetachedCopies
from shopfloor.sandbox_manager.sandbox_protocol import SandboxFactory
from shopfloor.state_manager.store import Store
from shopfloor.workflow_engine.review_material import ReviewMaterial


@dataclass(frozen=True, slots=True)
class ReviewRoom:
    session: AgentSession
    workspace_path: str


class ReviewRooms:
    def __init__(
        self,
        *,
        store: Store,
        sandboxes: SandboxFactory,
        copies: DetachedCopies,
        catalogue: AgentCatalogue,
        executor: AgentExecutor,
    ) -> None:
        self._store = store
        self._sandboxes = sandboxes
        self._copies = copies
        self._catalogue = catalogue
        self._executor = executor

    @contextlib.asynccontextmanager
    async def open(
        self, order: AgentWorkOrder, review: AiReview, material: ReviewMaterial
    ) -> AsyncIterator[ReviewRoom]:
        """A fresh session each time, which asks before it does anything but look."""
        declaration = self._catalogue.get(review.agent)
        environment = await self._environment_of(order)
        async with self._sandboxes.scratch() as place:
            path = Path(place.workspace_path)
            await self._copies.make(material.mirror, path, head=material.head, base=material.base)
            launched = await self._executor.launch(
                review.agent, place, environment=environment, project_id=order.project_id, turn_limits=order.limits
            )
            session = await self._executor.open_session(
                launched, wishes=Wishes(review.model), permission_policy=PermissionPolicy.DENY
            )
            try:
                yield ReviewRoom(session, place.workspace_path)
            finally:
                await session.close()
                await self._executor.settle(declaration, place)

    async def _environment_of(self, order: AgentWorkOrder) -> Mapping[str, str]:
        project_id = order.project_id
        if project_id is None:
            return {}
        return (await self._store.read(lambda tx: tx.projects.get(project_id))).environment
