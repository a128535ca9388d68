"""git_branch: one lasting checkout for each repository, which one order at a time works in.

Ignored files, such as installed dependencies, stay from order to order. Who works there is noted beside the checkout.
"""

import asyncio
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from shopfloor.domain.ids import AgentWorkOrderId, RunId
from shopfloor.domain.repository_url import RepositoryLocation
from shopfloor.domain.work_order import AgentWorkflowPhase, Author
from shopfloor.sandbox_manager.git_workplace import GitWorkplace
from shopfloor.sandbox_manager.order_workspace import (
    WorkOwner,
    WorkspaceTools,
    handed_out_branch,
    owner_in,
)
from shopfloor.sandbox_manager.sandbox_protocol import SandboxSpec


@dataclass(frozen=True, slots=True)
class OccupantNote:
    """Says, across crashes, whose work lies in the checkout."""

    path: Path

    def read(self) -> WorkOwner | None:
        try:
            facts = json.loads(self.path.read_text())
            return WorkOwner(
                AgentWorkOrderId(facts["agent_work_order_id"]),
                Author(**facts["author"]),
                RunId(facts["run_id"]) if facts["run_id"] else None,
                AgentWorkflowPhase(facts["phase"]),
            )
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return None

    def write(self, owner: WorkOwner) -> None:
        aside = self.path.with_suffix(".new")
        aside.write_text(json.dumps(asdict(owner)))
        aside.replace(self.path)

    def clear(self) -> None:
        self.path.unlink(missing_ok=True)


class GitBranchWorkplace(GitWorkplace):
    parallel = False

    def __init__(self, spec: SandboxSpec, folder: Path, location: RepositoryLocation, tools: WorkspaceTools) -> None:
        super().__init__(spec, folder / "workspace", location, tools)
        self._occupant = OccupantNote(folder / "occupant.json")

    async def is_ready(self) -> bool:
        return await asyncio.to_thread(self._is_ours) and await self._branch() == self._spec.git_branch_name

    async def make_ready(self) -> None:
        """What another order left uncommitted goes to that order's branch before the checkout moves."""
        mirror = await self._tools.mirror_for(self._location, self._spec)
        branch = await self._branch()
        if branch is not None and branch != self._spec.git_branch_name:
            await self._rescue()
            self._occupant.clear()
            await self._tools.workspaces.switch(self.path, self._spec.git_branch_name, self._spec.base_sha)
        await self._tools.workspaces.create(mirror, self.path, self._spec.git_branch_name, self._spec.base_sha)
        await asyncio.to_thread(self._occupant.write, owner_in(self._spec))

    async def save(self) -> None:
        if await asyncio.to_thread(self._is_ours):
            await self._rescue()

    async def discard(self) -> None:
        if await asyncio.to_thread(self._is_ours):
            await self._tools.workspaces.discard_changes(self.path)

    async def leave(self) -> None:
        """The checkout stays for the next order."""
        await self.save()
        if await asyncio.to_thread(self._is_ours):
            self._occupant.clear()

    async def _rescue(self) -> None:
        """Whose work it is says the note; without one nobody has worked here since the last rescue."""
        owner = await asyncio.to_thread(self._occupant.read)
        await self._tools.rescue(self.path, owner or owner_in(self._spec))

    def _is_ours(self) -> bool:
        owner = self._occupant.read()
        return owner is not None and owner.agent_work_order_id == self._spec.agent_work_order_id

    async def _branch(self) -> str | None:
        return await asyncio.to_thread(handed_out_branch, self.path)
