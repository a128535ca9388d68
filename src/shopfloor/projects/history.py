"""What a project's configuration was, how it came to be what it is, and the way back."""

from dataclasses import dataclass, replace

from shopfloor.domain.configuration import SECRETS, ConfigurationVersion, Difference, differences
from shopfloor.domain.ids import ProjectId
from shopfloor.domain.project import Project
from shopfloor.projects.service import CheckChoices, OnChange
from shopfloor.projects.staleness import require_newest
from shopfloor.state_manager.configuration import fields_of
from shopfloor.state_manager.store import Reader, Store, Transaction


@dataclass(frozen=True, slots=True)
class Restored:
    project: Project
    missing_secrets: tuple[str, ...]
    """That the version had, and that are gone: their values were never in it."""


class ProjectHistory:
    def __init__(self, *, store: Store, check_choices: CheckChoices, on_change: OnChange) -> None:
        self._store = store
        self._check_choices = check_choices
        self._on_change = on_change

    async def list(self, project_id: ProjectId, *, limit: int, offset: int) -> tuple[list[ConfigurationVersion], int]:
        def read(tx: Reader) -> tuple[list[ConfigurationVersion], int]:
            tx.projects.get(project_id)
            return tx.configurations.page(project_id, limit=limit, offset=offset)

        return await self._store.read(read)

    async def get(self, project_id: ProjectId, version: int) -> ConfigurationVersion:
        return await self._store.read(lambda tx: tx.configurations.get(project_id, version))

    async def compare(self, project_id: ProjectId, before: int, after: int) -> tuple[Difference, ...]:
        """Version 0 is the nothing before the first one."""

        def read(tx: Reader) -> tuple[Difference, ...]:
            earlier = tx.configurations.get(project_id, before).content if before else {}
            return differences(earlier, tx.configurations.get(project_id, after).content)

        return await self._store.read(read)

    async def restore(
        self, project_id: ProjectId, version: int, *, seen: int | None = None, author: str | None = None
    ) -> Restored:
        """Makes a new version that holds what an earlier one did. Nothing of the history is lost."""
        wanted = await self.get(project_id, version)
        fields = fields_of(wanted)
        current = await self._store.read(lambda tx: tx.projects.get(project_id))
        await self._check_choices(replace(current, **fields))

        def write(tx: Transaction) -> Restored:
            require_newest(tx, project_id, seen)
            project = tx.projects.update(project_id, author=author, note=f"Version {version} restored.", **fields)
            had, has = wanted.content[SECRETS], tx.configurations.content_of(project)[SECRETS]
            assert isinstance(had, list)
            assert isinstance(has, list)
            return Restored(project, tuple(name for name in had if name not in has))

        restored = await self._store.write(write)
        self._on_change(project_id)
        return restored
