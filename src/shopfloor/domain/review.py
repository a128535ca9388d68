"""A review of a pull request: what is said of the whole, and of lines. Nobody has checked the words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReviewComment:
    comment_id: int
    thread_id: int
    """The comment that began the thread; a reply goes there."""
    path: str
    line: int | None
    text: str
    diff_hunk: str


@dataclass(frozen=True, slots=True)
class SubmittedReview:
    review_id: int
    author: str
    state: str
    """approved, changes_requested, commented, dismissed"""
    text: str
    comments: tuple[ReviewComment, ...]
