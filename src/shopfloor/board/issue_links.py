"""Which issue a task stands for, for all who look at its card."""

from collections.abc import Sequence
from dataclasses import dataclass

from shopfloor.domain.ids import ProjectId, TaskId
from shopfloor.domain.task import Task
from shopfloor.domain.task_issue import IssueState, TaskIssue
from shopfloor.forge.forge_protocol import IssueTracker
from shopfloor.state_manager.store import Reader, Store


@dataclass(frozen=True, slots=True)
class IssueLink:
    number: int
    url: str | None
    """None where the repository has no issues that we know of."""
    state: IssueState | None
    """None until somebody has looked."""
    title: str | None


class IssueLinks:
    def __init__(self, *, store: Store, issues: IssueTracker) -> None:
        self._store = store
        self._issues = issues

    async def of(self, tasks: Sequence[Task]) -> dict[TaskId, IssueLink]:
        linked = [task for task in tasks if task.github_issue_number is not None]
        if not linked:
            return {}
        project_ids = {task.project_id for task in linked}

        def read(tx: Reader) -> tuple[dict[ProjectId, str], dict[TaskId, TaskIssue]]:
            urls = {project_id: tx.projects.get(project_id).repository_url for project_id in project_ids}
            return urls, tx.task_issues.of([task.task_id for task in linked])

        urls, seen = await self._store.read(read)
        return {task.task_id: self._link(task, urls[task.project_id], seen.get(task.task_id)) for task in linked}

    def _link(self, task: Task, repository_url: str, seen: TaskIssue | None) -> IssueLink:
        number = int(task.github_issue_number or 0)
        url = self._issues.issue_url(repository_url, number)
        if seen is None or seen.number != number:
            return IssueLink(number, url, None, None)
        return IssueLink(number, url, seen.state, seen.title or None)
