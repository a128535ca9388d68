"""What news of an issue mean for its task, by table and in general."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopfloor.domain.ids import ProjectId, TaskCommentId, TaskId
from shopfloor.domain.issue import Issue
from shopfloor.domain.task import Task, TaskComment, TaskStatus
from shopfloor.domain.task_issue import IssueState, TaskIssue, changes_told, own_words, task_issue

NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)
TASK = Task(TaskId("tk-1"), ProjectId("pj-1"), "Old", NOON, NOON, 0, description="Words", github_issue_number="7")
KNOWN = TaskIssue(TASK.task_id, 7, IssueState.OPEN, "Old", "Words", NOON)
COMMENT = TaskComment(TaskCommentId("tc-1"), TASK.task_id, "Ada", "In blue", NOON)


@pytest.mark.parametrize(
    ("before", "after", "column", "moved_to"),
    [
        ("open", "closed", TaskStatus.TODO, TaskStatus.DONE),
        ("open", "closed", TaskStatus.AI_REVIEW, TaskStatus.DONE),
        ("open", "closed", TaskStatus.HUMAN_REVIEW, TaskStatus.DONE),
        ("open", "closed", TaskStatus.IN_PROGRESS, None),
        ("open", "closed", TaskStatus.DONE, None),
        ("closed", "closed", TaskStatus.TODO, None),
        ("closed", "open", TaskStatus.DONE, TaskStatus.TODO),
        ("closed", "open", TaskStatus.HUMAN_REVIEW, None),
        ("open", "open", TaskStatus.DONE, None),
        ("missing", "closed", TaskStatus.TODO, TaskStatus.DONE),
    ],
)
def test_where_the_card_goes(before: str, after: str, column: TaskStatus, moved_to: TaskStatus | None) -> None:
    known, now = replace(KNOWN, state=IssueState(before)), replace(KNOWN, state=IssueState(after))
    assert changes_told(replace(TASK, status=column), known, now).get("status") == moved_to


def test_words_follow_the_issue_until_somebody_changes_them_here() -> None:
    now = replace(KNOWN, title="New", description="Other words")
    assert changes_told(TASK, KNOWN, now) == {"title": "New", "description": "Other words"}
    assert changes_told(replace(TASK, title="Mine"), KNOWN, now) == {"description": "Other words"}
    assert changes_told(replace(TASK, description="Mine"), KNOWN, now) == {"title": "New"}
    assert changes_told(TASK, None, now) == {}


@given(st.sampled_from(TaskStatus), st.sampled_from(IssueState), st.sampled_from(IssueState), st.text(max_size=5))
def test_the_same_news_twice_change_nothing_more(
    column: TaskStatus, before: IssueState, after: IssueState, title: str
) -> None:
    known, now = replace(KNOWN, state=before), replace(KNOWN, state=after, title=title)
    task = replace(TASK, status=column)
    told = replace(task, **changes_told(task, known, now))
    assert changes_told(told, now, now) == {}
    assert (told.status is TaskStatus.IN_PROGRESS) == (column is TaskStatus.IN_PROGRESS), "no work begins or ends by it"


def test_an_agent_is_told_as_ours_what_was_written_here() -> None:
    assert own_words(TASK, KNOWN, [replace(COMMENT, github_comment_id=5)]) is None
    assert own_words(replace(TASK, title="Mine"), KNOWN, []) == "Mine"
    assert own_words(TASK, KNOWN, [COMMENT]) == "Comments on the task:\n\nAda: In blue"
    assert own_words(TASK, None, []) == "Old\n\nWords"
    assert own_words(TASK, replace(KNOWN, number=8), []) == "Old\n\nWords"


def test_an_issue_fits_into_a_task() -> None:
    issue = Issue(7, " A\nwish " + "x" * 400, "open", "ada", (), "", "a\r\nb", 0, NOON)
    seen = task_issue(TASK.task_id, issue)
    assert (seen.title[:8], len(seen.title), seen.description) == ("A wish x", 300, "a\nb")
    assert task_issue(TASK.task_id, replace(issue, title="  ")).title == "Issue #7"
