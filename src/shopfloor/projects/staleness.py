"""Whoever changes a configuration has seen what it changes."""

from shopfloor.domain.configuration import SECRETS, Difference, differences
from shopfloor.domain.ids import ProjectId
from shopfloor.errors import ConfigurationChanged, InvalidInput
from shopfloor.state_manager.store import Transaction

_NAMED = 5


def require_newest(tx: Transaction, project_id: ProjectId, version: int | None) -> None:
    """None: the caller has not said what it has seen, and only overwrites what it names.

    Secrets are no reason to refuse: no change of the configuration touches them.
    """
    project = tx.projects.get(project_id)
    if version is None or version == project.version:
        return
    if not 1 <= version < project.version:
        raise InvalidInput(f"There is no version {version}; the newest is {project.version}.", field="version")
    seen, now = tx.configurations.get(project_id, version).content, tx.configurations.content_of(project)
    differing = differences({**seen, SECRETS: None}, {**now, SECRETS: None})
    if not differing:
        return
    raise ConfigurationChanged(
        f"The configuration is at version {project.version}, not {version} any more: {_words(differing)}.",
        current_version=project.version,
        differences=differing,
        hint="Look at what changed, then change it again on top of that.",
    )


def _words(differing: tuple[Difference, ...]) -> str:
    names = [each.field for each in differing]
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{', '.join(names[:_NAMED])}{more} changed"
