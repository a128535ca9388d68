import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from tests.support.work_orders import NOON, a_run, an_order

from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.ids import AgentWorkOrderId, ProjectId, RepositoryKey
from shopfloor.domain.project import Project
from shopfloor.domain.pull_request import PullRequestStanding
from shopfloor.domain.work_order import (
    AgentWorkflowPhase,
    AgentWorkOrder,
    AgentWorkOrderStatus,
    Author,
    ErrorCategory,
    PermissionPolicy,
    Usage,
    WorkOrderError,
)
from shopfloor.errors import InvalidInput, NotFound, StateError, WrongMove
from shopfloor.state_manager.store import Store, Transaction

Status = AgentWorkOrderStatus
NOWHERE = AgentWorkOrderId("wo-nowhere1")


async def added(store: Store, order: AgentWorkOrder) -> AgentWorkOrder:
    await store.write(lambda tx: tx.orders.insert(order))
    return order


async def ids(store: Store, **filters: object) -> list[str]:
    orders, _ = await store.read(lambda reader: reader.orders.list(**filters))  # type: ignore[arg-type]
    return [order.agent_work_order_id for order in orders]


async def test_an_order_comes_back_as_it_was_stored(store: Store) -> None:
    order = an_order(
        status=Status.FAILED,
        model="large",
        initial_prompt="Grüße 🛠 'quotes' \"and\" \\ lines\nbelow",
        github_issue_number="42",
        permission_policy=PermissionPolicy.ASK,
        priority=-3,
        git_branch_name="feat/log-in",
        base_branch="trunk",
        base_sha="a" * 40,
        current_phase=AgentWorkflowPhase.TESTING,
        pull_request_number=7,
        pull_request_state=PullRequestStanding.MERGED,
        error=WorkOrderError(ErrorCategory.USER_ACTION, "setup_script_failed", "no", True, "try again"),
        usage=Usage(input_tokens=2**40, cost_usd=0.1),
        author=Author("Ada", "ada@example.org"),
        run_count=2,
        execution_started_at=NOON + timedelta(microseconds=123456),
    )
    await added(store, order)
    assert await store.read(lambda reader: reader.orders.get(order.agent_work_order_id)) == order


async def test_times_come_back_in_utc(store: Store) -> None:
    abroad = datetime(2026, 7, 1, 2, 30, tzinfo=timezone(timedelta(hours=5, minutes=30)))
    order = await added(store, an_order(created_at=abroad))
    read = await store.read(lambda reader: reader.orders.get(order.agent_work_order_id))
    assert read.created_at == abroad
    assert read.created_at.tzinfo is UTC


async def test_text_no_database_can_hold_is_made_storable(store: Store) -> None:
    order = await added(store, an_order(title="a\0b\ud800c"))
    assert (await store.read(lambda reader: reader.orders.get(order.agent_work_order_id))).title == "a\ufffdb\ufffdc"


async def test_an_unknown_order_is_not_found(store: Store) -> None:
    with pytest.raises(NotFound, match=NOWHERE):
        await store.read(lambda reader: reader.orders.get(NOWHERE))
    with pytest.raises(NotFound, match=NOWHERE):
        await store.write(lambda tx: tx.orders.update(NOWHERE, title="x"))
    with pytest.raises(NotFound, match=NOWHERE):
        await store.write(lambda tx: tx.orders.delete(NOWHERE))


async def test_the_same_id_twice_is_refused(store: Store) -> None:
    order = await added(store, an_order())
    with pytest.raises(StateError):
        await added(store, order)


async def test_an_update_changes_what_it_names_and_the_time_of_change(store: Store) -> None:
    order = await added(store, an_order())
    changed = await store.write(lambda tx: tx.orders.update(order.agent_work_order_id, title="Other", model="small"))
    assert changed.updated_at > order.updated_at
    assert changed == replace(order, title="Other", model="small", updated_at=changed.updated_at)


async def test_an_update_that_expects_another_status_does_nothing_and_says_why(store: Store) -> None:
    order = await added(store, an_order(status=Status.COMPLETED))

    with pytest.raises(WrongMove, match="is completed; this needs it to be paused or waiting"):
        await store.write(
            lambda tx: tx.orders.update(
                order.agent_work_order_id, expect_status={Status.WAITING, Status.PAUSED}, status=Status.RUNNING
            )
        )
    assert await store.read(lambda reader: reader.orders.get(order.agent_work_order_id)) == order


async def test_of_many_that_race_for_one_move_one_wins(store: Store) -> None:
    order = await added(store, an_order())

    async def start() -> bool:
        try:
            await store.write(
                lambda tx: tx.orders.update(
                    order.agent_work_order_id, expect_status={Status.PENDING}, status=Status.RUNNING
                )
            )
        except WrongMove:
            return False
        return True

    assert sorted(await asyncio.gather(*(start() for _ in range(10)))) == [False] * 9 + [True]


async def test_a_transaction_that_fails_leaves_nothing(store: Store) -> None:
    order = an_order()

    def work(tx: Transaction) -> None:
        tx.orders.insert(order)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await store.write(work)
    assert await ids(store) == []


async def test_a_branch_name_belongs_to_one_order_of_a_repository(store: Store) -> None:
    first, second = await added(store, an_order()), await added(store, an_order())
    elsewhere = await added(store, an_order(repository_key=RepositoryKey("other-1")))

    async def reserve(order: AgentWorkOrder) -> bool:
        return await store.write(
            lambda tx: tx.orders.reserve_branch(order.agent_work_order_id, order.repository_key, "fix-auth")
        )

    assert await reserve(first)
    assert await reserve(first)
    assert not await reserve(second)
    assert await reserve(elsewhere)
    read = await store.read(lambda reader: reader.orders.get(second.agent_work_order_id))
    assert read.git_branch_name is None


async def test_a_refused_branch_name_does_not_spoil_the_transaction(store: Store) -> None:
    first, second = await added(store, an_order()), await added(store, an_order())
    key, mine = second.repository_key, second.agent_work_order_id
    await store.write(lambda tx: tx.orders.reserve_branch(first.agent_work_order_id, key, "a"))
    tried = await store.write(lambda tx: [tx.orders.reserve_branch(mine, key, name) for name in ("a", "b", "a")])
    assert tried == [False, True, False]
    assert (await store.read(lambda reader: reader.orders.get(mine))).git_branch_name == "b"


async def test_of_many_that_race_for_a_branch_name_one_gets_it(store: Store) -> None:
    orders = [await added(store, an_order()) for _ in range(8)]
    won = await asyncio.gather(
        *(
            store.write(lambda tx, one=one: tx.orders.reserve_branch(one.agent_work_order_id, one.repository_key, "x"))  # type: ignore[misc]
            for one in orders
        )
    )
    assert sorted(won) == [False] * 7 + [True]


async def test_orders_are_listed_newest_first_in_pages(store: Store) -> None:
    for minute in (1, 3, 2):
        await added(store, an_order(title=str(minute), created_at=NOON + timedelta(minutes=minute)))
    orders, total = await store.read(lambda reader: reader.orders.list(limit=2))
    assert ([order.title for order in orders], total) == (["3", "2"], 3)
    orders, total = await store.read(lambda reader: reader.orders.list(limit=2, offset=2))
    assert ([order.title for order in orders], total) == (["1"], 3)
    orders, _ = await store.read(lambda reader: reader.orders.list(sort="title"))
    assert [order.title for order in orders] == ["1", "2", "3"]


async def test_an_unknown_sort_names_the_field(store: Store) -> None:
    with pytest.raises(InvalidInput, match="created_at") as caught:
        await ids(store, sort="colour; DROP TABLE runs")
    assert caught.value.field == "sort"


async def test_orders_are_found_by_what_they_are(store: Store) -> None:
    project = Project("pj-1", "App", "/r", NOON, NOON)  # type: ignore[arg-type]
    await store.write(lambda tx: tx.projects.insert(project))
    one = await added(
        store, an_order(status=Status.RUNNING, agent="opencode", project_id="pj-1", initial_prompt="100% done_")
    )
    two = await added(store, an_order(status=Status.WAITING, repository_key=RepositoryKey("b"), title="Fix LOGIN"))
    first, second = [one.agent_work_order_id], [two.agent_work_order_id]
    assert await ids(store, status={Status.RUNNING}) == first
    assert sorted(await ids(store, status={Status.RUNNING, Status.WAITING})) == sorted(first + second)
    assert await ids(store, status=set()) == []
    assert await ids(store, project_id="pj-1") == first
    assert await ids(store, agent="opencode") == first
    assert await ids(store, repository_key="b") == second
    assert await ids(store, text="fix login") == second
    assert await ids(store, text="100%") == first
    assert await ids(store, text="e_") == first
    assert await ids(store, text="%") == first
    assert await ids(store, text=two.agent_work_order_id) == second
    assert await ids(store, text="fix login", status={Status.RUNNING}) == []


async def test_a_deleted_order_takes_all_that_is_its_own_along(store: Store) -> None:
    order, other = await added(store, an_order()), await added(store, an_order())
    for one in (order, other):
        name = one.agent_work_order_id
        await store.write(lambda tx, name=name: tx.journal.append(name, [NewEvent(EventType.PROMPT_QUEUED)]))  # type: ignore[misc]
        await store.write(lambda tx, name=name: (tx.runs.insert(a_run(name)), tx.prompts.add(name, "hello")))  # type: ignore[misc]
    gone, kept = order.agent_work_order_id, other.agent_work_order_id
    await store.write(lambda tx: tx.orders.delete(gone))
    left = await store.read(
        lambda reader: [
            (len(reader.journal.page(name, 0, 9)), len(reader.runs.list(name)), len(reader.prompts.list(name)))
            for name in (gone, kept)
        ]
    )
    assert left == [(0, 0, 0), (1, 1, 1)]


async def test_used_repositories_come_by_their_last_use(store: Store) -> None:
    for minute, name in enumerate(["one", "two", "one"]):
        later = NOON + timedelta(minutes=minute)
        await added(store, an_order(repository_key=RepositoryKey(name), repository_url=f"/r/{name}", created_at=later))
    used = await store.read(lambda reader: reader.orders.repositories())
    assert [(one.repository_key, one.order_count) for one in used] == [("one", 2), ("two", 1)]
    assert used[0].last_used_at == NOON + timedelta(minutes=2)


async def test_archived_orders_are_listed_apart(store: Store) -> None:
    kept, archived = await added(store, an_order()), await added(store, an_order(archived=True))
    assert await ids(store, archived=False) == [kept.agent_work_order_id]
    assert await ids(store, archived=True) == [archived.agent_work_order_id]
    assert len(await ids(store)) == 2


async def test_facts_are_those_of_a_stretch_of_time(store: Store) -> None:
    early = await added(store, an_order(created_at=NOON - timedelta(days=1)))
    error = WorkOrderError(ErrorCategory.TRANSIENT, "agent_crashed", "It crashed", True)
    failed = await added(
        store,
        an_order(
            status=Status.FAILED,
            error=error,
            pull_request_state=PullRequestStanding.DRAFT,
            execution_started_at=NOON,
            execution_completed_at=NOON + timedelta(minutes=1),
        ),
    )
    read = await store.read(lambda reader: reader.orders.facts(NOON, NOON + timedelta(days=1)))
    assert [fact.agent_work_order_id for fact in read] == [failed.agent_work_order_id]
    assert (read[0].error_code, read[0].outcome.value, read[0].created_at) == ("agent_crashed", "failed", NOON)
    both = await store.read(lambda reader: reader.orders.facts(NOON - timedelta(days=2), NOON + timedelta(days=1)))
    assert {fact.agent_work_order_id for fact in both} == {early.agent_work_order_id, failed.agent_work_order_id}
    nowhere = ProjectId("pj-none")
    none = await store.read(lambda reader: reader.orders.facts(NOON - timedelta(days=2), NOON, nowhere))
    assert list(none) == []
