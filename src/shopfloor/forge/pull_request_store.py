"""Where the local forge remembers its pull requests: a small protocol, and the memory that ships with the package."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Protocol

from shopfloor.domain.ids import RepositoryKey
from shopfloor.domain.pull_request import PullRequest, PullRequestState
from shopfloor.errors import NotFound, WrongMove
from shopfloor.forge.forge_protocol import NewPullRequest


@dataclass(frozen=True, slots=True)
class PullRequestChanges:
    """What to change. None leaves a field as it is."""

    pull_request_title: str | None = None
    pull_request_body: str | None = None
    is_draft: bool | None = None
    state: PullRequestState | None = None
    merged_at: datetime | None = None
    merge_commit_sha: str | None = None
    labels: tuple[str, ...] | None = None
    reviewers: tuple[str, ...] | None = None

    def apply_to(self, pull_request: PullRequest, at: datetime) -> PullRequest:
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return replace(
            pull_request, updated_at=at, **{name: value for name, value in given.items() if value is not None}
        )


class PullRequestStore(Protocol):
    """Numbers start at 1 in each repository and have no gaps.

    The store knows no addresses: `pull_request_url` is empty in what it returns, and the forge fills it in.
    """

    async def open(self, repository_key: RepositoryKey, new: NewPullRequest, at: datetime) -> PullRequest:
        """Inserts it, or returns the open one of that head branch unchanged. Callers may race."""
        ...

    async def get(self, repository_key: RepositoryKey, number: int) -> PullRequest:
        """Raises NotFound."""
        ...

    async def find(self, repository_key: RepositoryKey, head_branch: str) -> PullRequest | None:
        """The newest one of that head branch; an open one is always the newest."""
        ...

    async def update(
        self,
        repository_key: RepositoryKey,
        number: int,
        changes: PullRequestChanges,
        at: datetime,
        *,
        expect_state: PullRequestState | None = None,
    ) -> PullRequest:
        """Raises NotFound, or WrongMove where the state is not the expected one (then nothing has changed)."""
        ...


def pull_request_not_found(number: int) -> NotFound:
    return NotFound(f"There is no pull request #{number} in this repository.")


def require_state(pull_request: PullRequest, expected: PullRequestState | None) -> None:
    if expected is not None and pull_request.state is not expected:
        raise WrongMove(f"Pull request #{pull_request.pull_request_number} is {pull_request.state}, not {expected}.")


class InMemoryPullRequestStore:
    """Forgets with the process; for tests and for runs that leave nothing behind."""

    def __init__(self) -> None:
        self._by_repository: dict[RepositoryKey, list[PullRequest]] = {}

    async def open(self, repository_key: RepositoryKey, new: NewPullRequest, at: datetime) -> PullRequest:
        known = self._by_repository.setdefault(repository_key, [])
        newest = _newest(known, new.head_branch)
        if newest is not None and newest.state is PullRequestState.OPEN:
            return newest
        known.append(_first_version(len(known) + 1, new, at))
        return known[-1]

    async def get(self, repository_key: RepositoryKey, number: int) -> PullRequest:
        known = self._by_repository.get(repository_key, [])
        if not 1 <= number <= len(known):
            raise pull_request_not_found(number)
        return known[number - 1]

    async def find(self, repository_key: RepositoryKey, head_branch: str) -> PullRequest | None:
        return _newest(self._by_repository.get(repository_key, ()), head_branch)

    async def update(
        self,
        repository_key: RepositoryKey,
        number: int,
        changes: PullRequestChanges,
        at: datetime,
        *,
        expect_state: PullRequestState | None = None,
    ) -> PullRequest:
        current = await self.get(repository_key, number)
        require_state(current, expect_state)
        changed = changes.apply_to(current, at)
        self._by_repository[repository_key][number - 1] = changed
        return changed


def _newest(known: Iterable[PullRequest], head_branch: str) -> PullRequest | None:
    of_branch = [pull_request for pull_request in known if pull_request.head_branch == head_branch]
    return of_branch[-1] if of_branch else None


def _first_version(number: int, new: NewPullRequest, at: datetime) -> PullRequest:
    return PullRequest(
        pull_request_number=number,
        pull_request_title=new.title,
        pull_request_body=new.body,
        pull_request_url="",
        head_branch=new.head_branch,
        base_branch=new.base_branch,
        state=PullRequestState.OPEN,
        is_draft=new.is_draft,
        created_at=at,
        updated_at=at,
    )
