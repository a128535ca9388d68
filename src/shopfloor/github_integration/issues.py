"""Issues on GitHub: read with what people said, and spoken on once."""

from collections.abc import AsyncIterator
from typing import Any

from shopfloor.domain.issue import Issue, IssueComment
from shopfloor.domain.repository_url import parse_repository_url
from shopfloor.errors import ForgeError, ForgeNotFound, ForgeRefused, NotFound
from shopfloor.forge.forge_protocol import IssuePage
from shopfloor.github_integration import shapes
from shopfloor.github_integration.client import GitHubClient
from shopfloor.github_integration.hosts import GitHubHosts, GitHubRepository

_LARGEST_PAGE = 100


class GitHubIssues:
    """Implements IssueTracker."""

    def __init__(self, client: GitHubClient, hosts: GitHubHosts) -> None:
        self._client = client
        self._hosts = hosts

    def has_issues(self, repository_url: str) -> bool:
        return self._hosts.repository_at(parse_repository_url(repository_url)) is not None

    def issue_url(self, repository_url: str, number: int) -> str | None:
        repository = self._hosts.repository_at(parse_repository_url(repository_url))
        return f"{repository.web_url}/issues/{number}" if repository is not None else None

    async def get_issue(self, repository_url: str, number: int, *, with_comments: bool = True) -> Issue:
        repository = self._at(repository_url)
        try:
            data = await self._client.get(repository, repository.path("issues", number))
        except ForgeNotFound as error:
            raise NotFound(
                f"{repository.full_name} has no issue #{number}, or we may not see it.", hint=error.hint
            ) from error
        has_some = with_comments and data.get("comments")
        return shapes.issue(data, await self._comments(repository, number) if has_some else ())

    async def open_issues(self, repository_url: str, *, label: str | None = None) -> AsyncIterator[Issue]:
        repository = self._at(repository_url)
        wanted = {"state": "open", "sort": "created", "direction": "asc", **({"labels": label} if label else {})}
        async for data in self._client.pages(repository, repository.path("issues"), **wanted):
            if "pull_request" not in data:
                yield shapes.issue(data)

    async def close_issue(self, repository_url: str, number: int) -> Issue:
        repository = self._at(repository_url)
        body = {"state": "closed", "state_reason": "completed"}
        answer = await self._client.request(repository, "PATCH", repository.path("issues", number), json=body)
        return shapes.issue(answer.data)

    async def list_issues(self, repository_url: str, *, query: str, limit: int, offset: int) -> IssuePage:
        """Open ones, the newest first, or those that a search finds."""
        repository = self._at(repository_url)
        words = " ".join(_quoted(word) for word in query.split())
        try:
            return await self._search(repository, repository.full_name, words, limit, offset)
        except ForgeRefused:  # a search does not know the old name of a repository that was renamed
            now = (await self._client.get(repository, repository.path()))["full_name"]
            if now.lower() == repository.full_name.lower():
                raise
            return await self._search(repository, now, words, limit, offset)

    async def _search(
        self, repository: GitHubRepository, full_name: str, words: str, limit: int, offset: int
    ) -> IssuePage:
        search = f"repo:{full_name} is:issue is:open {words}".strip()
        found: list[Any] = []
        page, total = offset // _LARGEST_PAGE + 1, 0
        while True:
            data = await self._client.get(
                repository, "/search/issues", q=search, per_page=_LARGEST_PAGE, page=page, sort="created", order="desc"
            )
            total, found, page = data["total_count"], [*found, *data["items"]], page + 1
            start = offset % _LARGEST_PAGE
            if len(data["items"]) < _LARGEST_PAGE or len(found) >= start + limit:
                break
        issues = tuple(shapes.issue(each) for each in found[start : start + limit])
        return IssuePage(issues, total, offset + len(issues) < total)

    async def say_on_issue(self, repository_url: str, number: int, key: str, text: str) -> None:
        """The key stands in the comment, unseen: after a crash it is looked for before anything is said."""
        repository = self._at(repository_url)
        marker = f"<!-- shopfloor:{key} -->"
        body = f"{text.rstrip()}\n\n{marker}"
        said = next((each for each in await self._comments(repository, number) if marker in each.body), None)
        if said is None:
            path = repository.path("issues", number, "comments")
            await self._client.request(repository, "POST", path, json={"body": body})
        elif said.body.replace("\r\n", "\n") != body:
            path = repository.path("issues", "comments", said.comment_id)
            await self._client.request(repository, "PATCH", path, json={"body": body})

    async def _comments(self, repository: GitHubRepository, number: int) -> list[IssueComment]:
        listed = self._client.pages(repository, repository.path("issues", number, "comments"))
        return [shapes.issue_comment(data) async for data in listed]

    def _at(self, repository_url: str) -> GitHubRepository:
        repository = self._hosts.repository_at(parse_repository_url(repository_url))
        if repository is None:
            raise ForgeError(f"{repository_url} is not on GitHub: it has no issues.")
        return repository


def _quoted(word: str) -> str:
    """A word to look for, never an instruction to the search such as repo: or is:."""
    plain = word.replace('"', "").replace("\\", "")
    return f'"{plain}"' if plain else ""
