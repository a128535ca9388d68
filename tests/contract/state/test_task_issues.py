"""The issues of tasks, on both databases."""

import asyncio
from dataclasses import replace
from datetime import timedelta

from tests.support.work_orders import NOON

from shopfloor.board.issue_import import write_tasks
from shopfloor.domain.ids import ProjectId
from shopfloor.domain.issue import Issue
from shopfloor.domain.project import Project
from shopfloor.domain.task import TaskStatus
from shopfloor.domain.task_issue import IssueState
from shopfloor.state_manager.store import Store

PROJECT = Project(ProjectId("pj-1"), "App", "https://github.com/ada/app", NOON, NOON)


def an_issue(number: int) -> Issue:
    return Issue(number, f"Wish {number}", "open", "ada", ("bug",), "", "Wörds\0", 0, NOON)


async def test_of_many_imports_each_issue_becomes_one_task(store: Store) -> None:
    await store.write(lambda tx: tx.projects.insert(PROJECT))
    issues = [an_issue(number) for number in (7, 3_000_000_000)]
    imports = (store.write(lambda tx: write_tasks(tx, PROJECT.project_id, issues)) for _ in range(5))
    made = [task for imported in await asyncio.gather(*imports) for task in imported.tasks]
    assert sorted(task.github_issue_number or "" for task in made) == ["3000000000", "7"]
    assert await store.read(lambda tx: tx.task_issues.numbers_in(PROJECT.project_id)) == {"7", "3000000000"}


async def test_what_is_to_be_looked_at_and_what_to_be_closed(store: Store) -> None:
    await store.write(lambda tx: tx.projects.insert(PROJECT))
    imported = await store.write(lambda tx: write_tasks(tx, PROJECT.project_id, [an_issue(7), an_issue(8)]))
    seven, eight = imported.tasks
    assert await store.read(lambda tx: tx.task_issues.unseen()) == []
    other = await store.write(lambda tx: tx.tasks.update(eight.task_id, github_issue_number="9"))
    assert await store.read(lambda tx: tx.task_issues.unseen()) == [other]
    assert await store.read(lambda tx: tx.task_issues.tasks_of(PROJECT.project_id, 9)) == [other]
    assert await store.read(lambda tx: tx.task_issues.done_but_open()) == []
    done = await store.write(lambda tx: tx.tasks.update(seven.task_id, status=TaskStatus.DONE))
    ((task, issue),) = await store.read(lambda tx: tx.task_issues.done_but_open())
    assert (task, issue.number, issue.as_of) == (done, 7, NOON)
    closed = replace(issue, state=IssueState.CLOSED, as_of=NOON + timedelta(hours=1))
    await store.write(lambda tx: tx.task_issues.put(closed))
    assert await store.read(lambda tx: tx.task_issues.get(seven.task_id)) == closed
    assert await store.read(lambda tx: tx.task_issues.done_but_open()) == []
    await store.write(lambda tx: tx.tasks.delete(seven.task_id))
    assert await store.read(lambda tx: tx.task_issues.get(seven.task_id)) is None
