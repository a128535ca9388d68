"""What every part of the simulator has at hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.support.github_simulator.access import Access
from tests.support.github_simulator.actions import Actions
from tests.support.github_simulator.exchange import Answer, Request, not_found, refusal
from tests.support.github_simulator.model import Account, Issue, Permission, PullRequest, Repository, Token
from tests.support.github_simulator.pull_request_views import PullRequestViews
from tests.support.github_simulator.views import Views
from tests.support.github_simulator.world import World


@dataclass(frozen=True, slots=True)
class Desk:
    world: World
    access: Access
    views: Views
    pull_request_views: PullRequestViews
    actions: Actions


@dataclass(frozen=True, slots=True)
class Call:
    """One request for one operation, by somebody."""

    desk: Desk
    request: Request
    parameters: Mapping[str, str]
    token: Token | None

    @property
    def me(self) -> Account:
        if self.token is None:
            raise refusal(401, "Requires authentication")
        return self.token.account

    def repository(self, needed: Permission = Permission.READ, subject: str = "metadata") -> Repository:
        repository = self.desk.world.find_repository(self.parameters["owner"], self.parameters["repo"])
        if repository is None:
            raise not_found()
        self.desk.access.require(self.token, repository, needed, subject)
        return repository

    def take_part(self, subject: str) -> Repository:
        """Whoever can see a repository may open pull requests and comment, with a token that is allowed to."""
        repository = self.repository(Permission.READ, subject)
        if repository.is_archived:
            raise refusal(403, "Repository was archived so is read-only.")
        token, me = self.token, self.me
        if token is not None and token.installation is not None:
            self.desk.access.require(token, repository, Permission.WRITE, subject)
        elif token is not None and token.scopes is not None and not _may_write(token.scopes, repository):
            raise not_found()
        assert me is not None
        return repository

    def issue(self, repository: Repository) -> Issue:
        issue = repository.issues.get(int(self.parameters["issue_number"]))
        if issue is None:
            raise not_found()
        return issue

    def pull_request(self, repository: Repository) -> PullRequest:
        issue = repository.issues.get(int(self.parameters["pull_number"]))
        if issue is None or issue.pull_request is None:
            raise not_found()
        return issue.pull_request


Handler = Callable[[Call], Answer]


def _may_write(scopes: frozenset[str], repository: Repository) -> bool:
    return "repo" in scopes or ("public_repo" in scopes and not repository.is_private)
