"""What happens to issues reaches the tasks that stand for them. No work is started by it."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from shopfloor.board.issue_import import write_tasks
from shopfloor.domain.ids import ProjectId, TaskCommentId, TaskId
from shopfloor.domain.issue import Issue
from shopfloor.domain.project import Project
from shopfloor.domain.task import Task, TaskComment
from shopfloor.domain.task_issue import changes_told, task_issue
from shopfloor.domain.webhook import Happening
from shopfloor.state_manager.store import Reader, Store, Transaction
from shopfloor.webhooks.decision import Decision, done, ignored
from shopfloor.webhooks.whereabouts import find_projects

CardChanged = Callable[[ProjectId, TaskId], None]


class IssueNews:
    """A repository may be the repository of several projects: each has its own rules and cards."""

    def __init__(self, *, store: Store, card_changed: CardChanged) -> None:
        self._store = store
        self._card_changed = card_changed

    async def opened(self, happening: Happening) -> Decision:
        projects = await self._projects(happening)
        wanted = [project.project_id for project in projects if project.webhook_rules.new_issues]
        if not wanted:
            return ignored("No rule is about new issues.")
        made: list[Task] = []

        def write(tx: Transaction) -> None:
            for project_id in wanted:
                made.extend(write_tasks(tx, project_id, [_issue(happening)]).tasks)

        return done(f"Issue #{happening.number} became a task.", write, lambda: self._tell(made))

    async def changed(self, happening: Happening) -> Decision:
        tasks = await self._tasks(happening)
        if not tasks:
            return ignored(f"No task stands for issue #{happening.number}.")
        issue = _issue(happening)
        note = f"Told {_named(tasks)} that issue #{issue.number} is {issue.state}."
        return done(note, lambda tx: _follow_all(tx, tasks, issue), lambda: self._tell(tasks))

    async def commented(self, happening: Happening) -> Decision:
        tasks = await self._tasks(happening)
        if not tasks:
            return ignored("The comment is not for us.")
        return done(
            f"Put the comment on {_named(tasks)}.",
            lambda tx: _comment_all(tx, tasks, happening),
            lambda: self._tell(tasks),
        )

    async def comment_changed(self, happening: Happening) -> Decision:
        """One that is on no card is not put there: it may have been a command."""
        following = await self._tasks(happening)
        tasks = await self._store.read(lambda tx: [each for each in following if _find_comment(tx, each, happening)])
        if not tasks:
            return ignored("The comment is on no task.")
        return done(
            f"Changed the comment on {_named(tasks)}." if happening.text else f"Took the comment off {_named(tasks)}.",
            lambda tx: _change_comments(tx, tasks, happening),
            lambda: self._tell(tasks),
        )

    async def _projects(self, happening: Happening) -> Sequence[Project]:
        return await self._store.read(lambda tx: find_projects(tx, happening))

    async def _tasks(self, happening: Happening) -> list[Task]:
        number = happening.number
        following = [each for each in await self._projects(happening) if each.webhook_rules.issue_updates]
        if number is None or happening.is_pull_request or not following:
            return []
        return await self._store.read(
            lambda tx: [task for each in following for task in tx.task_issues.tasks_of(each.project_id, number)]
        )

    def _tell(self, tasks: Sequence[Task]) -> None:
        for task in tasks:
            self._card_changed(task.project_id, task.task_id)


def _follow_all(tx: Transaction, tasks: Sequence[Task], issue: Issue) -> None:
    for task in tasks:
        _follow(tx, tx.tasks.get(task.project_id, task.task_id), issue)


def _follow(tx: Transaction, task: Task, issue: Issue) -> None:
    """Deliveries may come late or again: older news than what is known are none."""
    known, now = tx.task_issues.get(task.task_id), task_issue(task.task_id, issue)
    if known is not None and known.number != now.number:
        known = None
    if known is not None and now.as_of < known.as_of:
        return
    changes = dict(changes_told(task, known, now))
    if "status" in changes:
        changes["position"] = tx.tasks.place_at_top(task.project_id, changes["status"])
    if changes:
        tx.tasks.update(task.task_id, **changes)
    tx.task_issues.put(now)


def _comment_all(tx: Transaction, tasks: Sequence[Task], happening: Happening) -> None:
    for task in tasks:
        if _find_comment(tx, task, happening):
            continue
        comment = TaskComment(
            comment_id=TaskCommentId(f"gc-{happening.source_id}-{task.task_id}"),
            task_id=task.task_id,
            author=f"@{happening.sender}",
            text=happening.text,
            created_at=datetime.now(UTC),
            github_comment_id=happening.source_id,
        )
        tx.tasks.add_comment(comment)


def _change_comments(tx: Transaction, tasks: Sequence[Task], happening: Happening) -> None:
    for task in tasks:
        comment = _find_comment(tx, task, happening)
        if comment is not None and happening.text:
            tx.tasks.change_comment(comment.comment_id, happening.text)
        elif comment is not None:
            tx.tasks.delete_comment(task.task_id, comment.comment_id)


def _find_comment(tx: Reader | Transaction, task: Task, happening: Happening) -> TaskComment | None:
    comments = tx.tasks.comments(task.task_id)
    return next((each for each in comments if each.github_comment_id == happening.source_id), None)


def _issue(happening: Happening) -> Issue:
    return Issue(
        number=happening.number or 0,
        title=happening.title,
        state=happening.state,
        author=happening.sender,
        labels=happening.labels,
        url="",
        body=happening.text,
        comment_count=0,
        updated_at=datetime.fromisoformat(happening.as_of),
    )


def _named(tasks: Sequence[Task]) -> str:
    return " and ".join(f"task {task.task_id}" for task in tasks)
