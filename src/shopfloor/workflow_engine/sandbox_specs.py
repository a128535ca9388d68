"""What the sandbox of an order is made from: its ground, and what its project says."""

from dataclasses import replace

from shopfloor.domain.project import Project
from shopfloor.domain.work_order import AgentWorkOrder
from shopfloor.errors import VaultError
from shopfloor.sandbox_manager.sandbox_protocol import SandboxSpec
from shopfloor.state_manager.store import Store
from shopfloor.workflow_engine.ground import Ground
from shopfloor.workflow_engine.project_secrets import ProjectSecrets


class SandboxSpecs:
    def __init__(self, *, store: Store, secrets: ProjectSecrets) -> None:
        self._store = store
        self._secrets = secrets

    async def for_work(self, order: AgentWorkOrder, ground: Ground) -> SandboxSpec:
        """Raises VaultError where a secret that is wanted is missing or does not open."""
        project = await self.project_of(order)
        spec = _spec(order, ground, project)
        return replace(spec, secrets=await self._secrets.variables(project)) if project else spec

    async def for_looking(self, order: AgentWorkOrder, ground: Ground) -> SandboxSpec:
        """Secrets that do not open keep nobody from looking around, nor from cleaning up."""
        try:
            return await self.for_work(order, ground)
        except VaultError:
            return _spec(order, ground, await self.project_of(order))

    async def project_of(self, order: AgentWorkOrder) -> Project | None:
        return await self._store.read(lambda tx: tx.projects.of_order(order)) if order.project_id else None


def _spec(order: AgentWorkOrder, ground: Ground, project: Project | None) -> SandboxSpec:
    spec = SandboxSpec(
        agent_work_order_id=order.agent_work_order_id,
        sandbox_type=order.sandbox_type,
        repository_url=order.repository_url,
        git_branch_name=ground.git_branch_name,
        base_branch=ground.base_branch,
        base_sha=ground.base_sha,
        author=ground.author,
    )
    if project is None:
        return spec
    return replace(
        spec,
        setup_script=project.setup_script,
        cleanup_script=project.cleanup_script,
        files_to_copy=project.files_to_copy,
        environment=project.environment,
    )
