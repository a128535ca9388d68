"""Reviews on GitHub: read with their comments, answered once; and who may ask for work."""

from typing import Any

from shopfloor.domain.repository_url import parse_repository_url
from shopfloor.domain.review import ReviewComment, SubmittedReview
from shopfloor.errors import ForgeError, ForgeNotFound
from shopfloor.forge.forge_protocol import IssueTracker
from shopfloor.github_integration.client import GitHubClient
from shopfloor.github_integration.hosts import GitHubHosts, GitHubRepository

_WRITERS = frozenset({"admin", "write"})
_GHOST = "ghost"
"""As GitHub calls who has left."""


class GitHubReviews:
    """Implements ReviewDesk."""

    def __init__(self, client: GitHubClient, hosts: GitHubHosts, issues: IssueTracker) -> None:
        self._client = client
        self._hosts = hosts
        self._issues = issues

    async def may_push(self, repository_url: str, login: str) -> bool:
        repository = self._at(repository_url)
        try:
            data = await self._client.get(repository, repository.path("collaborators", login, "permission"))
        except ForgeNotFound:
            return False
        return data["permission"] in _WRITERS

    async def get_review(self, repository_url: str, number: int, review_id: int) -> SubmittedReview:
        repository = self._at(repository_url)
        data = await self._client.get(repository, repository.path("pulls", number, "reviews", review_id))
        listed = self._comments(repository, number)
        comments = [_comment(each) async for each in listed if each.get("pull_request_review_id") == review_id]
        author = (data.get("user") or {}).get("login") or _GHOST
        return SubmittedReview(review_id, author, data["state"].lower(), data.get("body") or "", tuple(comments))

    async def reply(self, repository_url: str, number: int, thread_id: int, key: str, text: str) -> None:
        """The key stands in the reply, unseen: after a crash it is looked for before anything is said."""
        repository = self._at(repository_url)
        marker = f"<!-- shopfloor:{key} -->"
        async for each in self._comments(repository, number):
            if marker in (each.get("body") or ""):
                return
        path = repository.path("pulls", number, "comments", thread_id, "replies")
        try:
            await self._client.request(repository, "POST", path, json={"body": f"{text.rstrip()}\n\n{marker}"})
        except ForgeNotFound:  # the thread was deleted in the meantime
            await self.say(repository_url, number, key, text)

    async def say(self, repository_url: str, number: int, key: str, text: str) -> None:
        await self._issues.say_on_issue(repository_url, number, key, text)

    def _comments(self, repository: GitHubRepository, number: int) -> Any:
        return self._client.pages(repository, repository.path("pulls", number, "comments"))

    def _at(self, repository_url: str) -> GitHubRepository:
        repository = self._hosts.repository_at(parse_repository_url(repository_url))
        if repository is None:
            raise ForgeError(f"{repository_url} is not on GitHub: it has no reviews.")
        return repository


def _comment(data: Any) -> ReviewComment:
    return ReviewComment(
        comment_id=data["id"],
        thread_id=data.get("in_reply_to_id") or data["id"],
        path=data["path"],
        line=data.get("line") or data.get("original_line"),
        text=data.get("body") or "",
        diff_hunk=data.get("diff_hunk") or "",
    )
