"""Projects: connected repositories with the defaults of their orders."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from shopfloor.domain.admission import ORDINARY_RULES, RepositoryRules
from shopfloor.domain.ai_review import AiReviewRules
from shopfloor.domain.copy_patterns import checked_patterns
from shopfloor.domain.ids import ProjectId, new_project_id
from shopfloor.domain.mcp_servers import checked_mcp_servers, checked_variables
from shopfloor.domain.project import Project
from shopfloor.domain.project_state import Departure, ProjectState
from shopfloor.domain.repository_url import validate_branch_name
from shopfloor.domain.secret import scope_of
from shopfloor.domain.webhook_rules import WebhookRules
from shopfloor.errors import InvalidInput
from shopfloor.projects.own_commands import checked_commands
from shopfloor.projects.staleness import require_newest
from shopfloor.state_manager.store import Store, Transaction

_OF_THE_AGENT = ("model", "reasoning_effort", "mode")
"""They mean something to the project's agent only, and go with it."""


CheckChoices = Callable[[Project], Awaitable[None]]
"""Raises ChoiceNotOffered for a model, effort or mode that the project's agent, or its reviewing one, does not have."""

OnChange = Callable[[ProjectId], None]
"""Told after every change, so that everybody who looks at the project sees it."""


class Projects:
    def __init__(
        self,
        *,
        store: Store,
        check_choices: CheckChoices,
        on_change: OnChange,
        rules: RepositoryRules = ORDINARY_RULES,
    ) -> None:
        self._store = store
        self._check_choices = check_choices
        self._on_change = on_change
        self._rules = rules

    async def create(
        self, *, name: str | None, repository_url: str, author: str | None = None, **defaults: Any
    ) -> Project:
        location = self._rules.admit(repository_url)
        now = datetime.now(UTC)
        project = Project(
            project_id=new_project_id(),
            name=_checked_name(name or location.name),
            repository_url=location.url,
            created_at=now,
            updated_at=now,
            **_checked(defaults),
        )
        await self._check_choices(project)
        await self._store.write(lambda tx: tx.projects.insert(project, author=author))
        return self._changed(project)

    async def get(self, project_id: ProjectId) -> Project:
        return await self._store.read(lambda tx: tx.projects.get(project_id))

    async def list(self, *, include_archived: bool, limit: int, offset: int) -> tuple[list[Project], int]:
        return await self._store.read(
            lambda tx: tx.projects.list(include_archived=include_archived, limit=limit, offset=offset)
        )

    async def update(
        self,
        project_id: ProjectId,
        changes: Mapping[str, Any],
        *,
        version: int | None = None,
        author: str | None = None,
    ) -> Project:
        """With the version that one has read: refused with ConfigurationChanged if it is not the newest any more."""
        checked = _checked(changes)
        if "name" in checked:
            checked["name"] = _checked_name(checked["name"])
        if any(name in checked for name in ("agent", "ai_review", *_OF_THE_AGENT)):
            project = await self.get(project_id)
            if checked.get("agent", project.agent) != project.agent:
                checked = {**dict.fromkeys(_OF_THE_AGENT), **checked}
            await self._check_choices(replace(project, **checked))

        def write(tx: Transaction) -> Project:
            require_newest(tx, project_id, version)
            return tx.projects.update(project_id, author=author, **checked)

        return self._changed(await self._store.write(write))

    async def states(self, project_ids: Collection[ProjectId]) -> dict[ProjectId, ProjectState]:
        return await self._store.read(lambda tx: tx.project_states.of(project_ids))

    async def delete(self, project_id: ProjectId) -> Departure:
        """Its work orders stay, without a project; its tasks, secrets and history go."""

        def write(tx: Transaction) -> Departure:
            scope = scope_of(project_id)
            departure = Departure(tx.project_states.of([project_id])[project_id], len(tx.secrets.list(scope)))
            tx.projects.delete(project_id)
            tx.secrets.remove_all(scope)
            return departure

        departure = await self._store.write(write)
        self._on_change(project_id)
        return departure

    def _changed(self, project: Project) -> Project:
        self._on_change(project.project_id)
        return project


def _checked(changes: Mapping[str, Any]) -> dict[str, Any]:
    checked = dict(changes)
    if base_branch := checked.get("base_branch"):
        checked["base_branch"] = validate_branch_name(base_branch)
    for script in ("setup_script", "cleanup_script"):
        if script in checked and not (checked[script] or "").strip():
            checked[script] = None
    if "files_to_copy" in checked:
        checked["files_to_copy"] = checked_patterns(checked["files_to_copy"] or ())
    if "mcp_servers" in checked:
        checked["mcp_servers"] = checked_mcp_servers(checked["mcp_servers"] or ())
    if "environment" in checked:
        checked["environment"] = checked_variables(checked["environment"] or {})
    if "commands" in checked:
        checked["commands"] = checked_commands(checked["commands"] or {})
    if checked.get("ai_review") is not None:
        checked["ai_review"] = AiReviewRules(**checked["ai_review"])
    if "webhook_rules" in checked:
        checked["webhook_rules"] = WebhookRules(**(checked["webhook_rules"] or {}))
    return checked


def _checked_name(name: str | None) -> str:
    name = " ".join((name or "").split())
    if not name:
        raise InvalidInput("A project needs a name.", field="name")
    return name
