"""Pull requests for repositories on this machine, which have no forge of their own."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from shopfloor.domain.ids import RepositoryKey
from shopfloor.domain.pull_request import MergeMethod, PullRequest, PullRequestState
from shopfloor.domain.pull_request_text import without_markers
from shopfloor.domain.repository_url import RepositoryLocation, parse_repository_url
from shopfloor.domain.work_order import Author
from shopfloor.errors import ForgeError, InvalidInput, MergeRefused, RepositoryNotReady, WrongMove
from shopfloor.forge.forge_protocol import NewPullRequest, RepositoryInfo
from shopfloor.forge.local_merge import LocalMerge, MergeOrder
from shopfloor.forge.pull_request_store import PullRequestChanges, PullRequestStore
from shopfloor.git_operations.commit_message import one_line
from shopfloor.git_operations.identity import Identities
from shopfloor.git_operations.local_repository import LocalRepositories
from shopfloor.git_operations.remote_head import RemoteHead, RemoteHeads
from shopfloor.git_operations.runner import Git


class LocalForge:
    """Implements Forge. One merge at a time in each repository."""

    def __init__(
        self,
        git: Git,
        store: PullRequestStore,
        url_for: Callable[[RepositoryKey, int], str],
        clock: Callable[[], datetime],
        author: Author | None = None,
    ) -> None:
        self._store = store
        self._url_for = url_for
        self._clock = clock
        self._author = author
        self._heads = RemoteHeads(git)
        self._repositories = LocalRepositories(git)
        self._identities = Identities(git)
        self._local_merge = LocalMerge(git)
        self._locks: dict[RepositoryKey, asyncio.Lock] = {}

    async def verify_repository(self, repository_url: str) -> RepositoryInfo:
        location = _local(repository_url)
        checkout = await self._repositories.inspect_local(location)
        head = await self._head(location)
        return RepositoryInfo(
            repository_owner=location.owner,
            repository_name=location.name,
            repository_url=location.url,
            default_branch=head.branch if head else None,
            is_accessible=True,
            access_verified_at=self._clock(),
            is_empty=head is not None and head.sha is None,
            uncommitted_changes=checkout.uncommitted_changes,
            can_push=True,
        )

    def has_pull_requests(self, repository_url: str) -> bool:
        return True

    def pull_request_url(self, repository_url: str, number: int) -> str:
        return self._url_for(_local(repository_url).key, number)

    async def author(self, repository_url: str) -> Author | None:
        return None

    async def require_credential(self, repository_url: str) -> None:
        """None is needed."""

    async def open_pull_request(self, repository_url: str, new: NewPullRequest) -> PullRequest:
        location = _local(repository_url)
        if new.head_branch == new.base_branch:
            raise InvalidInput("A pull request needs two branches.", field="head_branch")
        if new.head_branch not in await self._heads.branches_in_the_way(location, new.head_branch):
            raise ForgeError(f"The branch {new.head_branch} is not in the repository.", hint="Push it first.")
        return self._with_url(location, await self._store.open(location.key, new, self._clock()))

    async def get_pull_request(self, repository_url: str, number: int) -> PullRequest:
        location = _local(repository_url)
        return self._with_url(location, await self._store.get(location.key, number))

    async def inspect_pull_request(self, repository_url: str, number: int) -> PullRequest:
        location = _local(repository_url)
        pull_request = await self.get_pull_request(repository_url, number)
        if pull_request.state is not PullRequestState.OPEN:
            return pull_request
        merge = await self._order(location, pull_request, MergeMethod.MERGE)
        conflicts = await self._local_merge.conflicts(merge)
        if conflicts is None:
            return pull_request
        methods = await self._local_merge.methods(merge)
        return replace(pull_request, mergeable=not conflicts, conflicts=conflicts, merge_methods=methods)

    async def find_pull_request(self, repository_url: str, head_branch: str) -> PullRequest | None:
        location = _local(repository_url)
        found = await self._store.find(location.key, head_branch)
        return self._with_url(location, found) if found is not None else None

    async def update_pull_request(
        self, repository_url: str, number: int, *, title: str | None = None, body: str | None = None
    ) -> PullRequest:
        changes = PullRequestChanges(pull_request_title=title, pull_request_body=body)
        return await self._change(_local(repository_url), number, changes)

    async def mark_ready(self, repository_url: str, number: int) -> PullRequest:
        location = _local(repository_url)
        current = await self._store.get(location.key, number)
        if current.state is PullRequestState.OPEN and not current.is_draft:
            return self._with_url(location, current)
        return await self._change(location, number, PullRequestChanges(is_draft=False), PullRequestState.OPEN)

    async def mark_draft(self, repository_url: str, number: int) -> PullRequest:
        location = _local(repository_url)
        return await self._change(location, number, PullRequestChanges(is_draft=True), PullRequestState.OPEN)

    async def set_labels(self, repository_url: str, number: int, labels: Sequence[str]) -> PullRequest:
        changes = PullRequestChanges(labels=tuple(dict.fromkeys(labels)))
        return await self._change(_local(repository_url), number, changes)

    async def request_reviewers(self, repository_url: str, number: int, reviewers: Sequence[str]) -> PullRequest:
        """Kept with the pull request: on this machine nobody is told."""
        current = await self.get_pull_request(repository_url, number)
        changes = PullRequestChanges(reviewers=tuple(dict.fromkeys([*current.reviewers, *reviewers])))
        return await self._change(_local(repository_url), number, changes)

    def known_fork(self, repository_url: str) -> str | None:
        return None

    async def fork(self, repository_url: str) -> str:
        raise ForgeError(f"{repository_url} is on this machine: it is not forked.")

    async def merge_pull_request(
        self, repository_url: str, number: int, method: MergeMethod = MergeMethod.MERGE
    ) -> PullRequest:
        location = _local(repository_url)
        async with self._locks.setdefault(location.key, asyncio.Lock()):
            pull_request = await self._store.get(location.key, number)
            if pull_request.state is PullRequestState.MERGED:
                return self._with_url(location, pull_request)
            _require_mergeable(pull_request)
            return await self._merge(location, pull_request, method)

    async def _merge(self, location: RepositoryLocation, pull_request: PullRequest, method: MergeMethod) -> PullRequest:
        sha = await self._local_merge.merge(location, await self._order(location, pull_request, method))
        merged = PullRequestChanges(state=PullRequestState.MERGED, merged_at=self._clock(), merge_commit_sha=sha)
        return await self._change(location, pull_request.pull_request_number, merged, PullRequestState.OPEN)

    async def _order(self, location: RepositoryLocation, pull_request: PullRequest, method: MergeMethod) -> MergeOrder:
        if location.path is None:
            raise ForgeError(f"{location.url} is not on this machine.")
        return MergeOrder(
            path=location.path,
            head_branch=pull_request.head_branch,
            base_branch=pull_request.base_branch,
            method=method,
            message=_message_for(pull_request, method),
            author=await self._identities.author_for(location, self._author),
        )

    async def _head(self, location: RepositoryLocation) -> RemoteHead | None:
        try:
            return await self._heads.find(location, None)
        except RepositoryNotReady:
            return None

    async def _change(
        self,
        location: RepositoryLocation,
        number: int,
        changes: PullRequestChanges,
        expect_state: PullRequestState | None = None,
    ) -> PullRequest:
        changed = await self._store.update(location.key, number, changes, self._clock(), expect_state=expect_state)
        return self._with_url(location, changed)

    def _with_url(self, location: RepositoryLocation, pull_request: PullRequest) -> PullRequest:
        return replace(pull_request, pull_request_url=self._url_for(location.key, pull_request.pull_request_number))


def _local(repository_url: str) -> RepositoryLocation:
    location = parse_repository_url(repository_url)
    if location.kind != "local":
        raise ForgeError(f"{location.url} is not on this machine.", hint="Its own forge keeps its pull requests.")
    return location


def _require_mergeable(pull_request: PullRequest) -> None:
    number = pull_request.pull_request_number
    if pull_request.state is not PullRequestState.OPEN:
        raise WrongMove(f"Pull request #{number} is {pull_request.state}.")
    if pull_request.is_draft:
        raise MergeRefused(f"Pull request #{number} is a draft.", hint="Mark it ready first.")


def _message_for(pull_request: PullRequest, method: MergeMethod) -> str:
    title, number = one_line(pull_request.pull_request_title), pull_request.pull_request_number
    if method is MergeMethod.SQUASH:
        return f"{title} (#{number})\n\n{without_markers(pull_request.pull_request_body).strip()}".strip() + "\n"
    return f"Merge pull request #{number} from {pull_request.head_branch}\n\n{title}\n"
