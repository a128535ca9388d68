"""Prompts, projects, settings and permissions."""

import asyncio
from dataclasses import replace

import pytest
from tests.support.work_orders import NOON, an_order

from shopfloor.domain.agent_offer import AgentOffer, OfferedChoice, OfferedModel
from shopfloor.domain.agent_updates import PermissionOption, PermissionRequest
from shopfloor.domain.ids import AgentWorkOrderId, new_project_id
from shopfloor.domain.mcp_servers import HttpMcpServer, StdioMcpServer
from shopfloor.domain.project import Project
from shopfloor.domain.work_order import PermissionPolicy, Prompt, PromptIntent, PromptStatus, SandboxType
from shopfloor.errors import NotFound, PermissionAlreadyAnswered, PromptAlreadySent, WrongMove
from shopfloor.state_manager.permissions import PermissionStatus
from shopfloor.state_manager.store import Store


@pytest.fixture
async def order_id(store: Store) -> AgentWorkOrderId:
    order = an_order()
    await store.write(lambda tx: tx.orders.insert(order))
    return order.agent_work_order_id


def a_project(name: str = "App") -> Project:
    return Project(new_project_id(), name, "/repositories/app", NOON, NOON)


async def test_prompts_wait_in_the_order_they_came(store: Store, order_id: AgentWorkOrderId) -> None:
    first = await store.write(lambda tx: tx.prompts.add(order_id, "one"))
    second = await store.write(lambda tx: tx.prompts.add(order_id, "two\0"))
    assert [prompt.position for prompt in (first, second)] == [1, 2]
    assert second.prompt_text == "two\ufffd"
    assert await store.read(lambda reader: reader.prompts.next_queued(order_id)) == first
    sent = await store.write(lambda tx: tx.prompts.update(first.prompt_id, status=PromptStatus.SENT))
    assert sent == replace(first, status=PromptStatus.SENT)
    assert await store.read(lambda reader: reader.prompts.next_queued(order_id)) == second
    assert await store.read(lambda reader: reader.prompts.list(order_id)) == [sent, second]
    with pytest.raises(WrongMove):
        await store.write(
            lambda tx: tx.prompts.update(
                first.prompt_id, expect_status={PromptStatus.QUEUED}, status=PromptStatus.WITHDRAWN
            )
        )


async def test_a_prompt_can_be_changed_until_it_is_sent(store: Store, order_id: AgentWorkOrderId) -> None:
    added = await store.write(lambda tx: tx.prompts.add(order_id, "one", author="Ada", intent=PromptIntent.QUESTION))
    assert (added.author, added.intent, added.sent_at) == ("Ada", PromptIntent.QUESTION, None)
    edited = await store.write(lambda tx: tx.prompts.change(added.prompt_id, prompt_text="two"))
    sent = await store.write(lambda tx: tx.prompts.send(added.prompt_id))
    assert (sent.prompt_text, sent.status) == (edited.prompt_text, PromptStatus.SENT)
    assert sent.sent_at is not None
    assert await store.write(lambda tx: tx.prompts.send(added.prompt_id)) == sent
    with pytest.raises(PromptAlreadySent):
        await store.write(lambda tx: tx.prompts.change(added.prompt_id, prompt_text="three"))
    answered = await store.write(lambda tx: tx.prompts.answered(added.prompt_id))
    assert answered.status is PromptStatus.ANSWERED
    assert answered.answered_at is not None


async def test_the_editor_and_the_sender_of_a_prompt_do_not_both_win(store: Store, order_id: AgentWorkOrderId) -> None:
    for _ in range(10):
        prompt = await store.write(lambda tx: tx.prompts.add(order_id, "one"))
        taken, withdrawn = await asyncio.gather(
            store.write(lambda tx, name=prompt.prompt_id: tx.prompts.send(name)),  # type: ignore[misc]
            store.write(lambda tx, name=prompt.prompt_id: tx.prompts.change(name, status=PromptStatus.WITHDRAWN)),  # type: ignore[misc]
            return_exceptions=True,
        )
        assert isinstance(taken, Prompt)
        assert (taken.status is PromptStatus.SENT) == isinstance(withdrawn, PromptAlreadySent)


async def test_a_prompt_to_an_unknown_order_is_not_found(store: Store) -> None:
    with pytest.raises(NotFound):
        await store.write(lambda tx: tx.prompts.add(AgentWorkOrderId("wo-x"), "hello"))


async def test_projects_are_made_changed_listed_and_deleted(store: Store) -> None:
    project = replace(
        a_project(),
        sandbox_type=SandboxType.GIT_BRANCH,
        permission_policy=PermissionPolicy.DENY,
        files_to_copy=(".env", "conf/*.local"),
        setup_script="make deps",
        mcp_servers=(
            StdioMcpServer("files", "mcp-files", ("--root", "."), {"TOKEN": "x"}),
            HttpMcpServer("docs", "https://docs.example.org/mcp", {"Authorization": "Bearer x"}),
        ),
        environment={"NODE_ENV": "test"},
    )
    hidden = replace(a_project("Old"), archived=True)
    await store.write(lambda tx: tx.projects.insert(project))
    await store.write(lambda tx: tx.projects.insert(hidden))
    assert await store.read(lambda reader: reader.projects.get(project.project_id)) == project
    assert await store.read(lambda reader: reader.projects.find("/repositories/app")) == project
    assert await store.read(lambda reader: reader.projects.find("/elsewhere")) is None
    assert await store.read(lambda reader: reader.projects.list()) == ([project], 1)
    _, total = await store.read(lambda reader: reader.projects.list(include_archived=True, limit=1))
    assert total == 2
    changed = await store.write(lambda tx: tx.projects.update(project.project_id, name="Shop"))
    assert (changed.name, changed.setup_script) == ("Shop", "make deps")
    await store.write(lambda tx: tx.projects.delete(project.project_id))
    with pytest.raises(NotFound):
        await store.read(lambda reader: reader.projects.get(project.project_id))
    with pytest.raises(NotFound):
        await store.write(lambda tx: tx.projects.delete(project.project_id))


async def test_the_orders_of_a_deleted_project_stay(store: Store) -> None:
    project = a_project()
    order = an_order(project_id=project.project_id)
    await store.write(lambda tx: tx.projects.insert(project))
    await store.write(lambda tx: tx.orders.insert(order))
    await store.write(lambda tx: tx.projects.delete(project.project_id))
    assert (await store.read(lambda reader: reader.orders.get(order.agent_work_order_id))).project_id is None


async def test_settings_are_set_one_by_one_and_taken_back_with_none(store: Store) -> None:
    await store.write(lambda tx: tx.settings.put({"agent": "demo", "limits": {"global": 8}, "tags": [1, "ü"]}))
    await store.write(lambda tx: tx.settings.put({"agent": "opencode", "tags": None}))
    await store.write(lambda tx: tx.settings.put({}))
    assert await store.read(lambda reader: reader.settings.get_all()) == {"agent": "opencode", "limits": {"global": 8}}


def a_request(permission_id: str = "perm-1") -> PermissionRequest:
    options = (PermissionOption("yes", "Allow", "allow_once"), PermissionOption("no", "Reject", "reject_once"))
    return PermissionRequest(permission_id, "Delete everything?", options, {"kind": "execute"})


async def test_a_permission_is_answered_once(store: Store, order_id: AgentWorkOrderId) -> None:
    asked = await store.write(lambda tx: tx.permissions.open(order_id, a_request()))
    assert (asked.request, asked.status, asked.permission_id) == (a_request(), PermissionStatus.OPEN, "perm-1")
    answered = await store.write(lambda tx: tx.permissions.answer("perm-1", "yes", by="Ada"))
    assert (answered.status, answered.answer, answered.answered_by) == (PermissionStatus.ANSWERED, "yes", "Ada")
    assert await store.write(lambda tx: tx.permissions.expire_one("perm-1")) == answered
    with pytest.raises(PermissionAlreadyAnswered, match="answered already"):
        await store.write(lambda tx: tx.permissions.answer("perm-1", "no"))
    with pytest.raises(NotFound):
        await store.write(lambda tx: tx.permissions.answer("perm-9", "no"))


async def test_open_permissions_expire_with_their_turn(store: Store, order_id: AgentWorkOrderId) -> None:
    for name in ("perm-1", "perm-2"):
        await store.write(lambda tx, name=name: tx.permissions.open(order_id, a_request(name)))  # type: ignore[misc]
    await store.write(lambda tx: tx.permissions.answer("perm-1", "yes"))
    assert await store.write(lambda tx: tx.permissions.expire(order_id)) == 1
    assert await store.read(lambda reader: reader.permissions.list(order_id, PermissionStatus.OPEN)) == []
    everything = await store.read(lambda reader: reader.permissions.list(order_id))
    assert [permission.status for permission in everything] == [PermissionStatus.ANSWERED, PermissionStatus.EXPIRED]
    with pytest.raises(WrongMove, match="has expired"):
        await store.write(lambda tx: tx.permissions.answer("perm-2", "yes"))


async def test_what_an_agent_offers_is_kept_until_it_says_otherwise(store: Store) -> None:
    assert await store.read(lambda reader: reader.agent_offers.find("demo")) is None
    models = (OfferedModel("a/one", "One", "a", "für alles"), OfferedModel("b/two", "Two", "b"))
    first = AgentOffer("demo", NOON, models, (OfferedChoice("plan", "Plan"),), (), "a/one", "plan")
    await store.write(lambda tx: tx.agent_offers.put(first))
    assert await store.read(lambda reader: reader.agent_offers.find("demo")) == first
    second = AgentOffer("demo", NOON, models[:1])
    await store.write(lambda tx: tx.agent_offers.put(second))
    assert await store.read(lambda reader: reader.agent_offers.find("demo")) == second
