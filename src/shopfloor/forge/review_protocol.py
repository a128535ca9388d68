"""Reviews of pull requests, and who may ask for work."""

from typing import Protocol

from shopfloor.domain.review import SubmittedReview


class ReviewDesk(Protocol):
    async def may_push(self, repository_url: str, login: str) -> bool: ...

    async def get_review(self, repository_url: str, number: int, review_id: int) -> SubmittedReview: ...

    async def reply(self, repository_url: str, number: int, thread_id: int, key: str, text: str) -> None:
        """Says it in the thread under this key, once: where it was said already, it is left."""
        ...

    async def say(self, repository_url: str, number: int, key: str, text: str) -> None:
        """Says it on the pull request itself under this key, once."""
        ...
