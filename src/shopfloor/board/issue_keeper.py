"""Keeps tasks and issues in step: looks at issues that were linked, closes those whose task is done, if set so."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

import structlog

from shopfloor.background_loop import BackgroundLoop
from shopfloor.board.service import OnChange
from shopfloor.domain.ids import TaskId
from shopfloor.domain.task import Task
from shopfloor.domain.task_issue import IssueState, TaskIssue, task_issue
from shopfloor.domain.work_order import ErrorCategory
from shopfloor.errors import ForgeNotFound, NotFound, ShopfloorError
from shopfloor.forge.forge_protocol import IssueTracker
from shopfloor.state_manager.store import Reader, Store

logger = structlog.get_logger(__name__)

_LOOK_AGAIN_SECONDS = 60.0


class IssueKeeper:
    """What is to be done follows from what is stored: a restart finds it again."""

    def __init__(self, *, store: Store, issues: IssueTracker, on_change: OnChange) -> None:
        self._store = store
        self._issues = issues
        self._on_change = on_change
        self._given_up: set[tuple[TaskId, str | None]] = set()
        self._loop = BackgroundLoop("issue_keeper", self.keep_in_step, every_seconds=_LOOK_AGAIN_SECONDS)

    def wake(self) -> None:
        self._loop.wake()

    async def start(self) -> None:
        self._loop.start()

    async def stop(self) -> None:
        await self._loop.stop()

    async def keep_in_step(self) -> None:
        for task, url in await self._store.read(_linked_lately):
            if self._issues.has_issues(url):
                await self._try(task, partial(self._look, task, url))
        for task, issue, url in await self._store.read(_to_close):
            await self._try(task, partial(self._close, issue, url))

    async def _try(self, task: Task, step: Callable[[], Awaitable[TaskIssue]]) -> None:
        if (task.task_id, task.github_issue_number) in self._given_up:
            return
        try:
            seen = await step()
        except ShopfloorError as error:
            give_up = error.category is not ErrorCategory.TRANSIENT
            logger.warning("issue_not_in_step", task_id=task.task_id, error=error.message, give_up=give_up)
            if give_up:
                self._given_up.add((task.task_id, task.github_issue_number))
            return
        await self._store.write(lambda tx: tx.task_issues.put(seen))
        self._on_change(task.project_id, task.task_id)

    async def _look(self, task: Task, url: str) -> TaskIssue:
        number = int(task.github_issue_number or 0)
        try:
            return task_issue(task.task_id, await self._issues.get_issue(url, number, with_comments=False))
        except (NotFound, ForgeNotFound):
            return TaskIssue(task.task_id, number, IssueState.MISSING, "", "", datetime.now(UTC))

    async def _close(self, issue: TaskIssue, url: str) -> TaskIssue:
        closed = task_issue(issue.task_id, await self._issues.close_issue(url, issue.number))
        return replace(closed, title=issue.title, description=issue.description, labels=issue.labels)


def _linked_lately(tx: Reader) -> list[tuple[Task, str]]:
    return [(task, tx.projects.get(task.project_id).repository_url) for task in tx.task_issues.unseen()]


def _to_close(tx: Reader) -> list[tuple[Task, TaskIssue, str]]:
    found = [(task, issue, tx.projects.get(task.project_id)) for task, issue in tx.task_issues.done_but_open()]
    return [
        (task, issue, project.repository_url)
        for task, issue, project in found
        if project.webhook_rules.done_closes_issue and str(issue.number) == task.github_issue_number
    ]
