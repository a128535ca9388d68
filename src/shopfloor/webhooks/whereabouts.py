"""Which project and which work order a happening is about."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from shopfloor.domain.ids import RepositoryKey
from shopfloor.domain.project import Project
from shopfloor.domain.repository_url import parse_repository_url
from shopfloor.domain.webhook import Happening
from shopfloor.domain.webhook_rules import NO_PROJECT, WebhookRules
from shopfloor.domain.work_order import AgentWorkOrder
from shopfloor.errors import NotFound, RepositoryUrlRefused
from shopfloor.state_manager.store import Reader

_MOST_PROJECTS = 10_000


@dataclass(frozen=True, slots=True)
class Whereabouts:
    project: Project | None
    order: AgentWorkOrder | None
    """Whose pull request it is about."""
    others: tuple[Project, ...] = ()
    """Further projects that have this repository."""

    def with_rule(self, is_about: Callable[[WebhookRules], bool]) -> "Whereabouts":
        """The first project that has such a rule is the one that acts, if any has."""
        if self.project is None or is_about(self.rules):
            return self
        fitting = next((each for each in self.others if is_about(each.webhook_rules)), self.project)
        return replace(self, project=fitting)

    @property
    def rules(self) -> WebhookRules:
        return self.project.webhook_rules if self.project is not None else NO_PROJECT

    @property
    def repository_url(self) -> str | None:
        if self.order is not None:
            return self.order.repository_url
        return self.project.repository_url if self.project is not None else None


def find_whereabouts(tx: Reader, happening: Happening) -> Whereabouts:
    keys = keys_of(happening) | known_keys_of(tx, happening)
    order = _order_of(tx, keys, happening)
    if order is not None and order.project_id is not None:
        return Whereabouts(tx.projects.get(order.project_id), order)
    projects = _projects_at(tx, keys)
    return Whereabouts(projects[0] if projects else None, order, tuple(projects[1:]))


def find_projects(tx: Reader, happening: Happening) -> Sequence[Project]:
    """All whose repository it is."""
    return _projects_at(tx, keys_of(happening) | known_keys_of(tx, happening))


def _projects_at(tx: Reader, keys: Collection[RepositoryKey]) -> Sequence[Project]:
    projects, _ = tx.projects.list(limit=_MOST_PROJECTS)
    return [project for project in projects if _key_of(project.repository_url) in keys]


def keys_of(happening: Happening) -> set[RepositoryKey]:
    return {key for url in happening.repository_urls if (key := _key_of(url)) is not None}


def known_keys_of(tx: Reader, happening: Happening) -> frozenset[RepositoryKey]:
    """Those of the names that the repository had before."""
    if happening.repository_number is None:
        return frozenset()
    return tx.forge_repositories.keys_of(happening.host, happening.repository_number)


def _order_of(tx: Reader, keys: set[RepositoryKey], happening: Happening) -> AgentWorkOrder | None:
    if not happening.is_pull_request or happening.number is None:
        return None
    for key in sorted(keys):
        try:
            return tx.orders.get_by_pull_request(key, happening.number)
        except NotFound:
            continue
    return None


def _key_of(url: str) -> RepositoryKey | None:
    try:
        return parse_repository_url(url).key
    except RepositoryUrlRefused:
        return None
