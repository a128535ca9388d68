"""Issues become tasks, each once however often it is asked for."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from shopfloor.board.service import OnChange
from shopfloor.domain.ids import ProjectId, new_task_id
from shopfloor.domain.issue import Issue
from shopfloor.domain.task import Task, TaskStatus
from shopfloor.domain.task_issue import task_issue
from shopfloor.errors import InvalidInput
from shopfloor.forge.forge_protocol import IssueTracker
from shopfloor.state_manager.store import Store, Transaction

MOST_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class Imported:
    tasks: tuple[Task, ...]
    already_known: tuple[int, ...]
    """Issues that a task of the project stands for, put away or not."""


class IssueImport:
    def __init__(self, *, store: Store, issues: IssueTracker, on_change: OnChange) -> None:
        self._store = store
        self._issues = issues
        self._on_change = on_change

    async def bring(self, project_id: ProjectId, numbers: Sequence[int]) -> Imported:
        """These issues, whatever their state."""
        url = await self._repository_url(project_id)
        issues = [await self._issues.get_issue(url, number, with_comments=False) for number in dict.fromkeys(numbers)]
        if wrong := next((issue for issue in issues if issue.is_pull_request), None):
            raise InvalidInput(f"#{wrong.number} is a pull request, not an issue.", field="numbers")
        return await self.take(project_id, issues)

    async def bring_open(self, project_id: ProjectId, label: str | None) -> Imported:
        """All that are open, the oldest first; with a label, those that have it."""
        url = await self._repository_url(project_id)
        issues: list[Issue] = []
        async for issue in self._issues.open_issues(url, label=label):
            issues.append(issue)
            if len(issues) >= MOST_AT_ONCE:
                break
        return await self.take(project_id, issues)

    async def take(self, project_id: ProjectId, issues: Sequence[Issue]) -> Imported:
        imported = await self._store.write(lambda tx: write_tasks(tx, project_id, issues))
        for task in imported.tasks:
            self._on_change(project_id, task.task_id)
        return imported

    async def _repository_url(self, project_id: ProjectId) -> str:
        url = (await self._store.read(lambda tx: tx.projects.get(project_id))).repository_url
        if not self._issues.has_issues(url):
            raise InvalidInput("The project's repository is not on GitHub: it has no issues.", field="project_id")
        return url


def write_tasks(tx: Transaction, project_id: ProjectId, issues: Sequence[Issue]) -> Imported:
    """Of many who import at once, each waits for the one before: the project is held until the end."""
    tx.projects.hold(project_id)
    known = tx.task_issues.numbers_in(project_id)
    new = [issue for issue in issues if str(issue.number) not in known]
    tasks = tuple(_write_task(tx, project_id, issue) for issue in new)
    return Imported(tasks, tuple(issue.number for issue in issues if str(issue.number) in known))


def _write_task(tx: Transaction, project_id: ProjectId, issue: Issue) -> Task:
    task_id, now = new_task_id(), datetime.now(UTC)
    seen = task_issue(task_id, issue)
    task = Task(
        task_id=task_id,
        project_id=project_id,
        title=seen.title,
        created_at=now,
        updated_at=now,
        position=tx.tasks.place_at_end(project_id, TaskStatus.TODO),
        description=seen.description,
        labels=seen.labels or (),
        github_issue_number=str(issue.number),
    )
    tx.tasks.insert(task)
    tx.task_issues.put(seen)
    return task
