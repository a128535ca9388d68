"""An issue, as the forge that keeps it tells it. What people wrote in it is theirs: nobody has checked it."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class IssueComment:
    comment_id: int
    author: str
    body: str
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Issue:
    number: int
    title: str
    state: str
    author: str
    labels: tuple[str, ...]
    url: str
    body: str
    comment_count: int
    updated_at: datetime
    comments: tuple[IssueComment, ...] = ()
    """Only where one issue was asked for."""
    is_pull_request: bool = False
    """GitHub numbers them alike."""
