"""Whoever changes a configuration has seen what it changes."""

from shopfloor.domain.configuration import Difference, differences
from shopfloor.domain.ids import ProjectId
from shopfloor.errors import ConfigurationChanged, InvalidInput
from shopfloor.state_manager.store import Transaction

_NAMED = 5


def require_newest(tx: Transaction, project_id: ProjectId, version: int | None) -> None:
    """None: the caller has not said what it has seen, and only overwrites what it names."""
    project = tx.projects.get(project_id)
    if version is None or version == project.version:
        return
    if not 1 <= version < project.version:
        raise InvalidInput(f"There is no version {version}; the newest is {project.version}.", field="version")
    seen = tx.configurations.get(project_id, version)
    differing = differences(seen.content, tx.configurations.content_of(project))
    raise ConfigurationChanged(
        f"The configuration is at version {project.version}, not {version} any more: {_words(differing)}.",
        current_version=project.version,
        differences=differing,
        hint="Look at what changed, then change it again on top of that.",
    )


def _words(differing: tuple[Difference, ...]) -> str:
    """The values of secrets may have changed where no field differs."""
    if not differing:
        return "it was changed and changed back, or a secret got a new value"
    names = [each.field for each in differing]
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{', '.join(names[:_NAMED])}{more} changed"
