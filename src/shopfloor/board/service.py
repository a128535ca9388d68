"""What a user can do with the cards of a project's board."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from shopfloor.board.requests import NewTask, Placement
from shopfloor.domain.ai_review import REVIEW_ENDED
from shopfloor.domain.board import Effect, effect_of_move
from shopfloor.domain.ids import ProjectId, TaskCommentId, TaskId, new_task_comment_id, new_task_id
from shopfloor.domain.task import Task, TaskComment, TaskStatus
from shopfloor.errors import InvalidInput, WrongMove
from shopfloor.state_manager.store import Reader, Store, Transaction

OnChange = Callable[[ProjectId, TaskId], None]
"""Told after every change, so that everybody who looks at the board sees it."""

_MAKEABLE = frozenset({TaskStatus.TODO, TaskStatus.HUMAN_REVIEW, TaskStatus.DONE})
_MAX_LABELS = 20


class Board:
    def __init__(self, *, store: Store, on_change: OnChange) -> None:
        self._store = store
        self._on_change = on_change

    async def create(self, project_id: ProjectId, request: NewTask) -> Task:
        if request.status not in _MAKEABLE:
            raise InvalidInput("A new task is todo, human_review or done.", field="status")
        now = _now()

        def write(tx: Transaction) -> Task:
            tx.projects.get(project_id)
            task = Task(
                task_id=new_task_id(),
                project_id=project_id,
                title=checked_title(request.title),
                created_at=now,
                updated_at=now,
                position=tx.tasks.place_at_end(project_id, request.status),
                status=request.status,
                description=request.description,
                priority=request.priority,
                labels=checked_labels(request.labels),
                assignee=request.assignee,
                github_issue_number=request.github_issue_number,
            )
            tx.tasks.insert(task)
            return task

        return self._changed(await self._store.write(write))

    async def get(self, project_id: ProjectId, task_id: TaskId) -> Task:
        return await self._store.read(lambda tx: tx.tasks.get(project_id, task_id))

    async def page(self, project_id: ProjectId, **filters: Any) -> tuple[list[Task], int]:
        def read(tx: Reader) -> tuple[list[Task], int]:
            tx.projects.get(project_id)
            return tx.tasks.page(project_id, **filters)

        return await self._store.read(read)

    async def update(self, project_id: ProjectId, task_id: TaskId, changes: Mapping[str, Any]) -> Task:
        checked = dict(changes)
        if "title" in checked:
            checked["title"] = checked_title(checked["title"])
        if "labels" in checked:
            checked["labels"] = checked_labels(checked["labels"] or ())

        def write(tx: Transaction) -> Task:
            task = tx.tasks.get(project_id, task_id)
            if checked.get("archived") and _is_at_work(tx, task):
                raise WrongMove("An agent is working on the task. Stop it before you archive it.")
            return tx.tasks.update(task_id, **checked)

        return self._changed(await self._store.write(write))

    async def move(self, project_id: ProjectId, task_id: TaskId, placement: Placement) -> Task:
        """To a place in the same column or another one. Moves that set something off are not made here."""

        def write(tx: Transaction) -> Task:
            task = tx.tasks.get(project_id, task_id)
            if effect_of_move(task.status, placement.status) is not Effect.NONE:
                raise WrongMove("The task has moved in the meantime. Look again.")
            position = _position(tx, task, placement)
            error = None if placement.status is TaskStatus.DONE else task.error
            return tx.tasks.update(task_id, status=placement.status, position=position, error=error)

        return self._changed(await self._store.write(write))

    async def place(self, project_id: ProjectId, task_id: TaskId, placement: Placement) -> Task:
        """Where in its column, after something else has brought it there. In another column it is left alone."""

        def write(tx: Transaction) -> Task:
            task = tx.tasks.get(project_id, task_id)
            if task.status is not placement.status:
                return task
            return tx.tasks.update(task_id, position=_position(tx, task, placement))

        return self._changed(await self._store.write(write))

    async def delete(self, project_id: ProjectId, task_id: TaskId) -> None:
        """Its work orders, branches and pull requests stay."""

        def write(tx: Transaction) -> None:
            if _is_at_work(tx, tx.tasks.get(project_id, task_id)):
                raise WrongMove("An agent is working on the task. Stop it before you delete it.")
            tx.tasks.delete(task_id)

        await self._store.write(write)
        self._on_change(project_id, task_id)

    async def comments(self, project_id: ProjectId, task_id: TaskId) -> list[TaskComment]:
        def read(tx: Reader) -> list[TaskComment]:
            tx.tasks.get(project_id, task_id)
            return tx.tasks.comments(task_id)

        return await self._store.read(read)

    async def comment(self, project_id: ProjectId, task_id: TaskId, text: str, author: str | None) -> TaskComment:
        comment = TaskComment(new_task_comment_id(), task_id, author, text, _now())

        def write(tx: Transaction) -> Task:
            task = tx.tasks.get(project_id, task_id)
            tx.tasks.add_comment(comment)
            return task

        self._changed(await self._store.write(write))
        return comment

    async def delete_comment(self, project_id: ProjectId, task_id: TaskId, comment_id: TaskCommentId) -> None:
        def write(tx: Transaction) -> Task:
            task = tx.tasks.get(project_id, task_id)
            tx.tasks.delete_comment(task_id, comment_id)
            return task

        self._changed(await self._store.write(write))

    async def archive_done(self, project_id: ProjectId) -> Sequence[Task]:
        def write(tx: Transaction) -> list[Task]:
            tx.projects.get(project_id)
            done, _ = tx.tasks.page(project_id, status={TaskStatus.DONE}, limit=100_000)
            return [tx.tasks.update(task.task_id, archived=True) for task in done]

        archived = await self._store.write(write)
        for task in archived:
            self._changed(task)
        return archived

    def _changed(self, task: Task) -> Task:
        self._on_change(task.project_id, task.task_id)
        return task


def _now() -> datetime:
    return datetime.now(UTC)


def _is_at_work(tx: Transaction, task: Task) -> bool:
    """An agent builds it, or reviews it."""
    reviews = tx.ai_reviews.unsettled(task.task_id)
    return task.status is TaskStatus.IN_PROGRESS or any(one.status not in REVIEW_ENDED for one in reviews)


def _position(tx: Transaction, task: Task, placement: Placement) -> int:
    beside = placement.above_task_id or placement.below_task_id
    if beside is None or beside == task.task_id:
        return tx.tasks.place_at_end(task.project_id, placement.status)
    neighbour = tx.tasks.get(task.project_id, beside)
    if neighbour.status is not placement.status:
        return tx.tasks.place_at_end(task.project_id, placement.status)
    return tx.tasks.place_beside(neighbour, above=placement.above_task_id is not None)


def checked_title(title: str | None) -> str:
    title = " ".join((title or "").split())
    if not title:
        raise InvalidInput("A task needs a title.", field="title")
    return title


def checked_labels(labels: Collection[str]) -> tuple[str, ...]:
    """Without doubles, in the order given."""
    cleaned = tuple(dict.fromkeys(" ".join(label.split()) for label in labels if label.strip()))
    if len(cleaned) > _MAX_LABELS:
        raise InvalidInput(f"A task has at most {_MAX_LABELS} labels.", field="labels")
    return cleaned
