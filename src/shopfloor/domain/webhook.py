"""What a forge told us, cut down to what our rules look at. Nobody has checked what people wrote in it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from shopfloor.domain.ids import AgentWorkOrderId, PromptId


class HappeningKind(StrEnum):
    ISSUE_LABELED = "issue_labeled"
    ISSUE_OPENED = "issue_opened"
    ISSUE_CHANGED = "issue_changed"
    """Closed, open again, gone, in other words, or without a label."""
    COMMENTED = "commented"
    COMMENT_CHANGED = "comment_changed"
    """In other words; in none where it was deleted."""
    REVIEW_REQUESTED = "review_requested"
    REVIEWED = "reviewed"
    PUSHED = "pushed"
    PULL_REQUEST_CLOSED = "pull_request_closed"
    PULL_REQUEST_TURNED = "pull_request_turned"
    """Into a draft, ready for review, or open again."""
    REPOSITORY_MOVED = "repository_moved"
    """Renamed, or given to somebody else."""


@dataclass(frozen=True, slots=True)
class Happening:
    kind: HappeningKind
    repository_urls: tuple[str, ...]
    """The same repository in the spellings the forge has for it."""
    sender: str
    """Who did it; the forge has made sure of that."""
    host: str = ""
    repository_number: int | None = None
    """The forge's own for the repository, which stays when its name changes."""
    number: int | None = None
    """Of the issue or pull request."""
    is_pull_request: bool = False
    title: str = ""
    text: str = ""
    label: str | None = None
    reviewer: str | None = None
    branch: str | None = None
    is_merged: bool = False
    is_draft: bool = False
    state: str = ""
    """Of the issue, by now."""
    as_of: str = ""
    """When the issue was changed last, in ISO 8601."""
    labels: tuple[str, ...] = ()
    source_id: int | None = None
    """Of the comment or the review."""


class DeliveryStatus(StrEnum):
    WAITING = "waiting"
    DONE = "done"
    IGNORED = "ignored"
    """No rule wants it."""
    REFUSED = "refused"
    """A rule wants it, but who did it may not start work."""
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class WebhookDelivery:
    delivery_id: str
    event: str
    received_at: datetime
    status: DeliveryStatus
    happening: Happening | None
    due_at: datetime
    attempts: int = 0
    note: str = ""


class ReplyStatus(StrEnum):
    WAITING = "waiting"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class PromisedReply:
    """Somebody spoke on an order's pull request, the agent was told, and its answer is to be said there, once."""

    reply_id: str
    agent_work_order_id: AgentWorkOrderId
    prompt_id: PromptId
    pull_request_number: int
    threads: tuple[int, ...]
    """The first comments of the threads to answer in; without any, the pull request itself is answered."""
    status: ReplyStatus = ReplyStatus.WAITING
    attempts: int = 0
