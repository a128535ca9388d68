"""A git server without a forge that we know: branches are pushed there, pull requests are not."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NoReturn

from shopfloor.domain.pull_request import MergeMethod, PullRequest
from shopfloor.domain.repository_url import parse_repository_url
from shopfloor.domain.work_order import Author
from shopfloor.errors import ForgeError
from shopfloor.forge.forge_protocol import NewPullRequest, RepositoryInfo
from shopfloor.git_operations.remote_head import RemoteHeads
from shopfloor.git_operations.runner import Git


class PlainRemote:
    """Implements Forge as far as git itself can tell."""

    def __init__(self, git: Git, clock: Callable[[], datetime]) -> None:
        self._heads = RemoteHeads(git)
        self._clock = clock

    async def verify_repository(self, repository_url: str) -> RepositoryInfo:
        location = parse_repository_url(repository_url)
        head = await self._heads.find(location, None)
        return RepositoryInfo(
            repository_owner=location.owner,
            repository_name=location.name,
            repository_url=location.url,
            default_branch=head.branch,
            is_accessible=True,
            access_verified_at=self._clock(),
            is_empty=head.sha is None,
            can_open_pull_requests=False,
        )

    def has_pull_requests(self, repository_url: str) -> bool:
        return False

    def pull_request_url(self, repository_url: str, number: int) -> str:
        return ""

    async def author(self, repository_url: str) -> Author | None:
        return None

    async def require_credential(self, repository_url: str) -> None:
        """None is needed."""

    async def open_pull_request(self, repository_url: str, new: NewPullRequest) -> PullRequest:
        _none_here(repository_url)

    async def get_pull_request(self, repository_url: str, number: int) -> PullRequest:
        _none_here(repository_url)

    async def inspect_pull_request(self, repository_url: str, number: int) -> PullRequest:
        _none_here(repository_url)

    async def find_pull_request(self, repository_url: str, head_branch: str) -> PullRequest | None:
        return None

    async def update_pull_request(
        self, repository_url: str, number: int, *, title: str | None = None, body: str | None = None
    ) -> PullRequest:
        _none_here(repository_url)

    async def mark_ready(self, repository_url: str, number: int) -> PullRequest:
        _none_here(repository_url)

    async def mark_draft(self, repository_url: str, number: int) -> PullRequest:
        _none_here(repository_url)

    async def set_labels(self, repository_url: str, number: int, labels: Sequence[str]) -> PullRequest:
        _none_here(repository_url)

    async def request_reviewers(self, repository_url: str, number: int, reviewers: Sequence[str]) -> PullRequest:
        _none_here(repository_url)

    async def merge_pull_request(
        self, repository_url: str, number: int, method: MergeMethod = MergeMethod.MERGE
    ) -> PullRequest:
        _none_here(repository_url)

    def known_fork(self, repository_url: str) -> str | None:
        return None

    async def fork(self, repository_url: str) -> str:
        _none_here(repository_url)


def _none_here(repository_url: str) -> NoReturn:
    raise ForgeError(
        f"{repository_url} is not on a forge that Shopfloor knows: it has no pull requests.",
        hint="If it is a GitHub Enterprise, name its host in SHOPFLOOR_GITHUB_HOSTS.",
    )
