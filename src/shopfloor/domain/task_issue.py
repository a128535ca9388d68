"""The issue a task stands for, as its forge told it last, and what news of it mean for the card. Pure.

Words that came from the issue follow it for as long as nobody has changed them here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from shopfloor.domain.ids import TaskId
from shopfloor.domain.issue import Issue
from shopfloor.domain.task import Task, TaskComment, TaskStatus

_LONGEST_TITLE = 300
_LONGEST_DESCRIPTION = 100_000
_LONGEST_LABEL = 100
_MOST_LABELS = 20
_UNDECIDED = frozenset({TaskStatus.TODO, TaskStatus.AI_REVIEW, TaskStatus.HUMAN_REVIEW})


class IssueState(StrEnum):
    OPEN = "open"
    CLOSED = "closed"
    MISSING = "missing"
    """There is none with that number, or we may not see it."""


@dataclass(frozen=True, slots=True)
class TaskIssue:
    task_id: TaskId
    number: int
    state: IssueState
    title: str
    """As a task's title would be."""
    description: str
    as_of: datetime
    """When it was changed there last, or we found it missing."""
    labels: tuple[str, ...] | None = None
    """As a task's labels would be; None where nobody has looked at them yet."""


def task_issue(task_id: TaskId, issue: Issue) -> TaskIssue:
    title = " ".join(issue.title.split())[:_LONGEST_TITLE].strip() or f"Issue #{issue.number}"
    description = issue.body.replace("\r\n", "\n")[:_LONGEST_DESCRIPTION]
    labels = tuple(dict.fromkeys(" ".join(name.split())[:_LONGEST_LABEL] for name in issue.labels if name.strip()))
    return TaskIssue(
        task_id, issue.number, IssueState(issue.state), title, description, issue.updated_at, labels[:_MOST_LABELS]
    )


def changes_told(task: Task, known: TaskIssue | None, now: TaskIssue) -> Mapping[str, Any]:
    """What changes on the card. A closed issue needs no more work; work that is under way is left to those at it."""
    changes: dict[str, Any] = {}
    if known is not None and task.title == known.title != now.title:
        changes["title"] = now.title
    if known is not None and task.description == known.description != now.description:
        changes["description"] = now.description
    labels = _labels_told(task, known, now)
    if labels != task.labels:
        changes["labels"] = labels
    was_closed = known is not None and known.state is IssueState.CLOSED
    if now.state is IssueState.CLOSED and not was_closed and task.status in _UNDECIDED:
        changes |= {"status": TaskStatus.DONE, "error": None}
    if now.state is IssueState.OPEN and was_closed and task.status is TaskStatus.DONE:
        changes |= {"status": TaskStatus.TODO, "archived": False}
    return changes


def _labels_told(task: Task, known: TaskIssue | None, now: TaskIssue) -> tuple[str, ...]:
    """Labels that came or went there come and go here; those given to the card stay, and so does their order."""
    if known is None or now.labels is None:
        return task.labels
    before = known.labels or ()
    kept = [label for label in task.labels if label not in before or label in now.labels]
    come = [label for label in now.labels if label not in before and label not in kept]
    return tuple([*kept, *come][:_MOST_LABELS])


def own_words(task: Task, issue: TaskIssue | None, comments: Sequence[TaskComment]) -> str | None:
    """What an agent is told as the floor's own. What stands in the issue comes with it, marked as unchecked."""
    parts = [task.title, task.description.strip()]
    if issue is not None and str(issue.number) == task.github_issue_number:
        is_theirs = (task.title == issue.title, task.description == issue.description)
        parts = ["" if theirs else part for part, theirs in zip(parts, is_theirs, strict=True)]
    spoken = [each for each in comments if each.github_comment_id is None]
    if spoken:
        parts += ["Comments on the task:", *(f"{each.author or 'Somebody'}: {each.text}" for each in spoken)]
    return "\n\n".join(part for part in parts if part) or None
