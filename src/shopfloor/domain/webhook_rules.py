"""What may set off work here when it happens in a project's repository. Who may is not a rule: whoever can push."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WebhookRules:
    issue_label: str | None = None
    """This label on an issue files a work order for it."""
    comments: bool = True
    """`/shopfloor …` in a comment files a work order, or tells the one whose pull request it is."""
    reviews: bool = True
    """Reviews of an order's pull request go to its agent, whose answer goes back to the threads."""
    review_requests_to: str | None = None
    """A review asked of this user files a work order that looks at the pull request."""
    issue_updates: bool = True
    """What becomes of an issue is seen on its task: closed, open again, other words, labels, comments."""
    new_issues: bool = False
    """An issue that somebody opens becomes a task."""
    done_closes_issue: bool = False
    """A task that is done closes its issue."""
    push_prompt: str | None = None
    """A push to the base branch files a work order with this prompt."""


ORDINARY = WebhookRules()
NO_PROJECT = WebhookRules(comments=False)
"""An order without a project still hears what is said about its pull request in a review."""
