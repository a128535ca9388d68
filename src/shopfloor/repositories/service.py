"""What somebody who files an order may want to know of a repository: which one, which branch, which file."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from shopfloor.command_loader.command_file import MAX_BYTES, parse_command_file
from shopfloor.command_loader.command_loader import COMMANDS_FOLDER, builtin_command, builtin_names, is_command_name
from shopfloor.domain.admission import ORDINARY_RULES, RepositoryRules
from shopfloor.domain.ids import ProjectId
from shopfloor.domain.path_search import search_paths
from shopfloor.domain.repository_url import parse_repository_url
from shopfloor.errors import CommandFileInvalid
from shopfloor.git_operations.mirror import Base, MirrorCache
from shopfloor.git_operations.remote_head import RemoteBranch
from shopfloor.git_operations.trees import Blob, Trees
from shopfloor.state_manager.store import Reader, Store

_MOST_COMMANDS = 200
_MOST_PROJECTS = 500


@dataclass(frozen=True, slots=True)
class KnownRepository:
    repository_url: str
    repository_owner: str
    repository_name: str
    project_id: ProjectId | None
    order_count: int
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True)
class Branches:
    default_branch: str | None
    branches: Sequence[RemoteBranch]


@dataclass(frozen=True, slots=True)
class FoundFiles:
    ref: str
    paths: Sequence[str]
    total: int
    """Of all files at that ref, whatever was searched for."""


@dataclass(frozen=True, slots=True)
class AvailableCommand:
    name: str
    path: str
    is_builtin: bool
    description: str | None = None
    argument_hint: str | None = None
    error: str | None = None
    """Why the repository's file cannot be used."""


class Repositories:
    def __init__(
        self, *, store: Store, mirrors: MirrorCache, trees: Trees, rules: RepositoryRules = ORDINARY_RULES
    ) -> None:
        self._rules = rules
        self._store = store
        self._mirrors = mirrors
        self._trees = trees

    async def recent(self, limit: int) -> tuple[Sequence[KnownRepository], int]:
        """Those with orders, the last used first, then those that are only connected."""
        known = await self._store.read(_known_repositories)
        return known[:limit], len(known)

    async def branches(self, repository_url: str) -> Branches:
        branches, default = await self._mirrors.branches(self._rules.admit(repository_url))
        return Branches(default, branches)

    async def files(self, repository_url: str, ref: str | None, text: str, limit: int) -> FoundFiles:
        base = await self._base(repository_url, ref)
        paths = await self._trees.files(base.mirror_path, base.sha) if base.sha else ()
        return FoundFiles(base.branch, search_paths(paths, text, limit), len(paths))

    async def commands(self, repository_url: str, ref: str | None) -> Sequence[AvailableCommand]:
        """The repository's own before ours; one that hides one of ours is listed once."""
        own = [_own_command(blob) for blob in await self._command_files(await self._base(repository_url, ref))]
        names = {command.name for command in own}
        return [*own, *(_builtin(name) for name in builtin_names() if name not in names)]

    async def _base(self, repository_url: str, ref: str | None) -> Base:
        return await self._mirrors.refresh(self._rules.admit(repository_url), base_branch=ref or None)

    async def _command_files(self, base: Base) -> list[Blob]:
        if base.sha is None:
            return []
        files = await self._trees.files(base.mirror_path, base.sha)
        paths = sorted(path for path in files if _command_name(path) is not None)[:_MOST_COMMANDS]
        return await self._trees.read(base.mirror_path, base.sha, paths, max_bytes=MAX_BYTES)


def _command_name(path: str) -> str | None:
    folder, _, file = path.rpartition("/")
    name = file.removesuffix(".md")
    return name if folder == COMMANDS_FOLDER and file != name and is_command_name(name) else None


def _own_command(blob: Blob) -> AvailableCommand:
    name = _command_name(blob.path) or blob.path
    try:
        file = parse_command_file(name, blob.path, blob.content)
    except CommandFileInvalid as exc:
        return AvailableCommand(name, blob.path, is_builtin=False, error=exc.message)
    return AvailableCommand(name, blob.path, False, file.description, file.argument_hint)


def _builtin(name: str) -> AvailableCommand:
    file = builtin_command(name)
    assert file is not None
    return AvailableCommand(name, file.path, True, file.description, file.argument_hint)


def _known_repositories(tx: Reader) -> list[KnownRepository]:
    projects, _ = tx.projects.list(limit=_MOST_PROJECTS)
    projects_by_key = {parse_repository_url(project.repository_url).key: project for project in projects}
    used = tx.orders.repositories()
    found = []
    for repository in used:
        project = projects_by_key.pop(repository.repository_key, None)
        url = project.repository_url if project else repository.repository_url
        project_id = project.project_id if project else None
        found.append(_known(url, project_id, repository.order_count, repository.last_used_at))
    return found + [_known(project.repository_url, project.project_id, 0, None) for project in projects_by_key.values()]


def _known(url: str, project_id: ProjectId | None, orders: int, last_used_at: datetime | None) -> KnownRepository:
    location = parse_repository_url(url)
    return KnownRepository(url, location.owner, location.name, project_id, orders, last_used_at)
