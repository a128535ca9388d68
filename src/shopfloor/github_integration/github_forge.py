"""Pull requests on GitHub. What somebody did there in the meantime is found, never done over."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from shopfloor.domain.pull_request import Check, MergeMethod, PullRequest, PullRequestState, Review
from shopfloor.domain.repository_url import parse_repository_url
from shopfloor.domain.work_order import Author
from shopfloor.errors import (
    ForgeCredentialMissing,
    ForgeError,
    ForgeNotFound,
    ForgeRefused,
    ForgeScopeMissing,
    MergeConflict,
    MergeRefused,
)
from shopfloor.forge.forge_protocol import NewPullRequest, RepositoryInfo
from shopfloor.github_integration import shapes
from shopfloor.github_integration.client import GitHubClient
from shopfloor.github_integration.hosts import GitHubHosts, GitHubRepository
from shopfloor.github_integration.refusals import token_hint
from shopfloor.github_integration.repository_check import RepositoryCheck
from shopfloor.github_integration.repository_numbers import RepositoryNumbers

_READY = """mutation($id: ID!) {
  markPullRequestReadyForReview(input: {pullRequestId: $id}) { pullRequest { isDraft } }
}"""
_DRAFT = """mutation($id: ID!) {
  convertPullRequestToDraft(input: {pullRequestId: $id}) { pullRequest { isDraft } }
}"""


class GitHubForge:
    """Implements Forge for the repositories of the hosts it knows."""

    def __init__(
        self, client: GitHubClient, hosts: GitHubHosts, numbers: RepositoryNumbers, clock: Callable[[], datetime]
    ) -> None:
        self._client = client
        self._hosts = hosts
        self._numbers = numbers
        self._check = RepositoryCheck(client, numbers, clock)
        self._forks: dict[str, GitHubRepository] = {}

    def knows(self, repository_url: str) -> bool:
        return self._hosts.repository_at(parse_repository_url(repository_url)) is not None

    def has_pull_requests(self, repository_url: str) -> bool:
        return self.knows(repository_url)

    def pull_request_url(self, repository_url: str, number: int) -> str:
        return f"{self._at(repository_url).web_url}/pull/{number}"

    async def verify_repository(self, repository_url: str) -> RepositoryInfo:
        return await self._check.verify(self._at(repository_url), parse_repository_url(repository_url).url)

    async def author(self, repository_url: str) -> Author | None:
        repository = self._at(repository_url)
        credential = await self._client.credentials.find(repository.host, repository)
        if credential is None:
            return None
        viewer = await self._client.viewer(credential)
        return Author(viewer.name, viewer.email) if viewer.name and viewer.email else None

    async def require_credential(self, repository_url: str) -> None:
        repository = self._at(repository_url)
        if await self._client.credentials.find(repository.host, repository) is None:
            name = repository.host.name
            raise ForgeCredentialMissing(
                f"There is no token for {name}: nothing could be pushed there and no pull request opened.",
                hint=token_hint(repository.host),
            )

    async def open_pull_request(self, repository_url: str, new: NewPullRequest) -> PullRequest:
        known = await self._find(repository_url, new.head_branch, state="open")
        if known is not None:
            return known
        body = {
            "title": new.title,
            "body": new.body,
            "head": self._head(repository_url, new.head_branch),
            "base": new.base_branch,
        }
        try:
            return await self._create(repository_url, {**body, "draft": new.is_draft})
        except ForgeRefused as refused:
            if "already exists" in refused.message:
                known = await self._find(repository_url, new.head_branch, state="open")
                if known is not None:
                    return known
            if new.is_draft and "draft" in refused.message.lower():
                return await self._create(repository_url, {**body, "draft": False})
            raise

    async def _create(self, repository_url: str, body: dict[str, Any]) -> PullRequest:
        repository = self._at(repository_url)
        made = await self._client.request(repository, "POST", repository.path("pulls"), json=body)
        await self._numbers.learn(repository, repository_url, made.data["base"]["repo"]["id"])
        return shapes.pull_request(made.data)

    async def get_pull_request(self, repository_url: str, number: int) -> PullRequest:
        return shapes.pull_request(await self._get(self._at(repository_url), number))

    async def inspect_pull_request(self, repository_url: str, number: int) -> PullRequest:
        repository = self._at(repository_url)
        data = await self._get(repository, number)
        checks, reviews, rules = await asyncio.gather(
            self._checks(repository, data["head"]["sha"]),
            self._reviews(repository, number),
            self._client.get(repository, repository.path()),
        )
        methods = shapes.merge_methods(rules, data)
        return replace(shapes.pull_request(data), checks=checks, reviews=reviews, merge_methods=methods)

    async def find_pull_request(self, repository_url: str, head_branch: str) -> PullRequest | None:
        return await self._find(repository_url, head_branch, state="all")

    async def update_pull_request(
        self, repository_url: str, number: int, *, title: str | None = None, body: str | None = None
    ) -> PullRequest:
        changes = {name: value for name, value in (("title", title), ("body", body)) if value is not None}
        repository = self._at(repository_url)
        answer = await self._client.request(repository, "PATCH", repository.path("pulls", number), json=changes)
        return shapes.pull_request(answer.data)

    async def mark_ready(self, repository_url: str, number: int) -> PullRequest:
        return await self._set_draft(self._at(repository_url), number, _READY, is_draft=False)

    async def mark_draft(self, repository_url: str, number: int) -> PullRequest:
        return await self._set_draft(self._at(repository_url), number, _DRAFT, is_draft=True)

    async def set_labels(self, repository_url: str, number: int, labels: Sequence[str]) -> PullRequest:
        repository = self._at(repository_url)
        path = repository.path("issues", number, "labels")
        await self._client.request(repository, "PUT", path, json={"labels": list(labels)})
        return await self.get_pull_request(repository_url, number)

    async def request_reviewers(self, repository_url: str, number: int, reviewers: Sequence[str]) -> PullRequest:
        """A name with a slash is a team's."""
        repository = self._at(repository_url)
        teams = [name.rpartition("/")[2] for name in reviewers if "/" in name]
        asked = {"reviewers": [name.removeprefix("@") for name in reviewers if "/" not in name]}
        path = repository.path("pulls", number, "requested_reviewers")
        body = {**asked, **({"team_reviewers": teams} if teams else {})}
        await self._client.request(repository, "POST", path, json=body)
        return await self.get_pull_request(repository_url, number)

    async def merge_pull_request(
        self, repository_url: str, number: int, method: MergeMethod = MergeMethod.MERGE
    ) -> PullRequest:
        """The commit we looked at is named: what was pushed a moment ago is not merged unseen."""
        repository = self._at(repository_url)
        data = await self._get(repository, number)
        current = shapes.pull_request(data)
        if current.state is PullRequestState.MERGED:
            return current
        if current.is_draft:
            raise MergeRefused(f"Pull request #{number} is a draft.", hint="Mark it ready first.")
        body = {"merge_method": method.value, "sha": data["head"]["sha"]}
        try:
            await self._client.request(repository, "PUT", repository.path("pulls", number, "merge"), json=body)
        except ForgeScopeMissing as refused:
            raise MergeRefused(refused.message, hint=refused.hint) from refused
        except ForgeRefused as refused:
            raise await self._not_merged(repository, number, refused) from refused
        return await self.get_pull_request(repository_url, number)

    async def _not_merged(
        self, repository: GitHubRepository, number: int, refused: ForgeRefused
    ) -> MergeConflict | MergeRefused:
        data = await self._get(repository, number)
        if data.get("mergeable") is False or data.get("mergeable_state") == "dirty":
            hint = f"Merge {data['base']['ref']} into {data['head']['ref']} and solve the conflicts there."
            return MergeConflict(f"Pull request #{number} has conflicts.", hint=hint)
        hint = "Its checks, reviews or the repository's rules may stand in the way: see the pull request."
        return MergeRefused(refused.message, hint=hint)

    def known_fork(self, repository_url: str) -> str | None:
        fork = self._forks.get(self._at(repository_url).web_url.lower())
        return fork.clone_url if fork else None

    async def fork(self, repository_url: str) -> str:
        """GitHub itself finds the one we have already."""
        repository = self._at(repository_url)
        made = await self._client.request(repository, "POST", repository.path("forks"), json={})
        fork = GitHubRepository(repository.host, made.data["owner"]["login"], made.data["name"])
        self._forks[repository.web_url.lower()] = fork
        self._client.credentials.treat_as(fork, repository)
        return fork.clone_url

    async def _set_draft(
        self, repository: GitHubRepository, number: int, mutation: str, *, is_draft: bool
    ) -> PullRequest:
        data = await self._get(repository, number)
        if bool(data.get("draft")) is not is_draft:
            await self._client.graphql(repository, mutation, {"id": data["node_id"]})
            data = await self._get(repository, number)
        return shapes.pull_request(data)

    async def _get(self, repository: GitHubRepository, number: int) -> Any:
        return await self._client.get(repository, repository.path("pulls", number))

    async def _find(self, repository_url: str, head_branch: str, *, state: str) -> PullRequest | None:
        """The newest; an open one before all others. Where the repository was given away, its owner is another now."""
        repository = self._at(repository_url)
        fork = self._forks.get(repository.web_url.lower())
        found = await self._list(repository, (fork or repository).owner, head_branch, state)
        if not found and fork is None:
            owner = (await self._client.get(repository, repository.path()))["owner"]["login"]
            if owner.lower() != repository.owner.lower():
                found = await self._list(repository, owner, head_branch, state)
        found = [each for each in found if each.head_branch == head_branch]
        return max(
            found, key=lambda each: (each.state is PullRequestState.OPEN, each.pull_request_number), default=None
        )

    async def _list(self, repository: GitHubRepository, owner: str, branch: str, state: str) -> list[PullRequest]:
        listed = self._client.pages(repository, repository.path("pulls"), head=f"{owner}:{branch}", state=state)
        return [shapes.pull_request(data) async for data in listed]

    def _head(self, repository_url: str, branch: str) -> str:
        fork = self._forks.get(self._at(repository_url).web_url.lower())
        return f"{fork.owner}:{branch}" if fork else branch

    async def _checks(self, repository: GitHubRepository, sha: str) -> tuple[Check, ...]:
        """Apps report check runs, older services statuses. A token may not be allowed to see either."""
        try:
            runs = self._client.pages(repository, repository.path("commits", sha, "check-runs"))
            found = [shapes.check_run(data) async for data in runs]
            statuses = self._client.pages(repository, repository.path("commits", sha, "status"))
            found += [shapes.commit_status(data) async for data in statuses]
        except (ForgeScopeMissing, ForgeNotFound):
            return ()
        return tuple(found)

    async def _reviews(self, repository: GitHubRepository, number: int) -> tuple[Review, ...]:
        listed = self._client.pages(repository, repository.path("pulls", number, "reviews"))
        return tuple([shapes.review(data) async for data in listed])

    def _at(self, repository_url: str) -> GitHubRepository:
        repository = self._hosts.repository_at(parse_repository_url(repository_url))
        if repository is None:
            raise ForgeError(f"{repository_url} is not on GitHub.")
        return repository
