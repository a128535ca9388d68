"""Tasks, their attempts and comments, on both databases."""

from dataclasses import replace

import pytest
from tests.support.work_orders import NOON, an_order

from shopfloor.domain.ids import ProjectId, new_project_id, new_task_comment_id, new_task_id
from shopfloor.domain.project import Project
from shopfloor.domain.task import Task, TaskAttempt, TaskComment, TaskPriority, TaskStatus
from shopfloor.domain.work_order import ErrorCategory, WorkOrderError
from shopfloor.errors import InvalidInput, NotFound, WrongMove
from shopfloor.state_manager.store import Store


@pytest.fixture
async def project_id(store: Store) -> ProjectId:
    project = Project(new_project_id(), "App", "/repositories/app", NOON, NOON)
    await store.write(lambda tx: tx.projects.insert(project))
    return project.project_id


async def add(store: Store, project_id: ProjectId, title: str, **fields: object) -> Task:
    def write(tx: object) -> Task:
        tasks = tx.tasks  # type: ignore[attr-defined]
        status = fields.get("status", TaskStatus.TODO)
        task = Task(new_task_id(), project_id, title, NOON, NOON, tasks.place_at_end(project_id, status))
        task = replace(task, **fields)  # type: ignore[arg-type]
        tasks.insert(task)
        return task

    return await store.write(write)


async def test_a_task_comes_back_as_it_was(store: Store, project_id: ProjectId) -> None:
    error = WorkOrderError(ErrorCategory.TRANSIENT, "agent_overloaded", "Too busy", retryable=True)
    task = await add(
        store,
        project_id,
        "Ünïcode 🏭",
        labels=("bug", "ui"),
        priority=TaskPriority.URGENT,
        assignee="Ada",
        description="**why**",
        error=error,
    )
    assert await store.read(lambda tx: tx.tasks.get(project_id, task.task_id)) == task
    with pytest.raises(NotFound):
        await store.read(lambda tx: tx.tasks.get(ProjectId("pj-other"), task.task_id))


async def test_a_change_is_conditional(store: Store, project_id: ProjectId) -> None:
    task = await add(store, project_id, "One")
    begun = await store.write(
        lambda tx: tx.tasks.update(task.task_id, expect_status={TaskStatus.TODO}, status=TaskStatus.IN_PROGRESS)
    )
    assert begun.status is TaskStatus.IN_PROGRESS
    with pytest.raises(WrongMove, match="in_progress"):
        await store.write(
            lambda tx: tx.tasks.update(task.task_id, expect_status={TaskStatus.TODO}, status=TaskStatus.IN_PROGRESS)
        )
    assert await store.read(lambda tx: tx.tasks.under_way()) == [begun]


async def test_a_column_keeps_its_order_however_often_cards_are_put_between(
    store: Store, project_id: ProjectId
) -> None:
    first, last = await add(store, project_id, "first"), await add(store, project_id, "last")
    expected = [first.title]
    for number in range(25):
        task = await add(store, project_id, f"between {number}")

        def put(tx: object, task: Task = task) -> Task:
            tasks = tx.tasks  # type: ignore[attr-defined]
            place = tasks.place_beside(tasks.get(project_id, last.task_id), above=True)
            return tasks.update(task.task_id, position=place)  # type: ignore[no-any-return]

        await store.write(put)
        expected.append(task.title)
    page, total = await store.read(lambda tx: tx.tasks.page(project_id))
    assert [task.title for task in page] == [*expected, last.title]
    assert total == 27


async def test_filters(store: Store, project_id: ProjectId) -> None:
    await add(store, project_id, "Fix 100%", labels=("bug",), assignee="Ada")
    await add(store, project_id, "Fix 1000", labels=("bug report",))
    await add(store, project_id, "Old", archived=True)
    await add(store, project_id, "Ready", status=TaskStatus.DONE)

    async def titles(**filters: object) -> list[str]:
        page, _ = await store.read(lambda tx: tx.tasks.page(project_id, **filters))  # type: ignore[arg-type]
        return [task.title for task in page]

    assert await titles(text="100%") == ["Fix 100%"]
    assert await titles(label="bug") == ["Fix 100%"]
    assert await titles(assignee="Ada") == ["Fix 100%"]
    assert await titles(archived=True) == ["Old"]
    assert await titles(status={TaskStatus.DONE}) == ["Ready"]
    assert await titles(limit=1, offset=1) == [(await titles())[1]]


async def test_attempts_and_their_winner(store: Store, project_id: ProjectId) -> None:
    task = await add(store, project_id, "One")
    orders = [an_order(), an_order()]
    for number, order in enumerate(orders, 1):
        attempt = TaskAttempt(order.agent_work_order_id, task.task_id, number, 1, NOON)
        await store.write(lambda tx, order=order: tx.orders.insert(order))  # type: ignore[misc]
        await store.write(lambda tx, attempt=attempt: tx.tasks.add_attempt(attempt))  # type: ignore[misc]
    await store.write(lambda tx: tx.tasks.choose_winner(task.task_id, orders[0].agent_work_order_id))
    await store.write(lambda tx: tx.tasks.choose_winner(task.task_id, orders[1].agent_work_order_id))
    found = await store.read(lambda tx: tx.tasks.attempts(task.task_id))
    assert [(attempt.number, attempt.is_winner) for attempt, _ in found] == [(2, True), (1, False)]
    assert [order for _, order in found] == orders[::-1]
    assert await store.read(lambda tx: tx.tasks.of_order(orders[0].agent_work_order_id)) == task
    with pytest.raises(InvalidInput):
        await store.write(lambda tx: tx.tasks.choose_winner(task.task_id, an_order().agent_work_order_id))
    await store.write(lambda tx: tx.orders.delete(orders[0].agent_work_order_id))
    assert len(await store.read(lambda tx: tx.tasks.attempts(task.task_id))) == 1


async def test_comments_go_with_their_task_and_tasks_with_their_project(store: Store, project_id: ProjectId) -> None:
    task = await add(store, project_id, "One")
    comment = TaskComment(new_task_comment_id(), task.task_id, "Ada", "Look at\0 this", NOON)
    await store.write(lambda tx: tx.tasks.add_comment(comment))
    kept = await store.read(lambda tx: tx.tasks.comments(task.task_id))
    assert kept == [replace(comment, text="Look at\ufffd this")]
    await store.write(lambda tx: tx.projects.delete(project_id))
    assert await store.read(lambda tx: tx.tasks.comments(task.task_id)) == []
    with pytest.raises(NotFound):
        await store.read(lambda tx: tx.tasks.get(project_id, task.task_id))
