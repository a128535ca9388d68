"""The inbox of webhooks and the promised replies, on both databases."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from tests.support.work_orders import NOON, an_order

from shopfloor.domain.ids import RepositoryKey
from shopfloor.domain.webhook import (
    DeliveryStatus,
    Happening,
    HappeningKind,
    PromisedReply,
    ReplyStatus,
    WebhookDelivery,
)
from shopfloor.errors import WrongMove
from shopfloor.state_manager.store import Store, Transaction

HAPPENING = Happening(
    HappeningKind.COMMENTED,
    ("https://github.com/a/b", "git@github.com:a/b.git"),
    "bob",
    number=7,
    text="/shopfloor\0 ü",
)


def a_delivery(delivery_id: str = "d1", minute: int = 0) -> WebhookDelivery:
    at = NOON + timedelta(minutes=minute)
    return WebhookDelivery(delivery_id, "issue_comment", at, DeliveryStatus.WAITING, HAPPENING, due_at=at)


def _receive(delivery: WebhookDelivery, tx: Transaction) -> bool:
    return tx.webhooks.receive(delivery)


async def test_a_delivery_is_received_once_whoever_receives_it(store: Store) -> None:
    received = await asyncio.gather(*(store.write(lambda tx: tx.webhooks.receive(a_delivery())) for _ in range(8)))
    assert sorted(received) == [False] * 7 + [True]
    assert await store.read(lambda tx: tx.webhooks.due(NOON, 10)) == [a_delivery()]


async def test_deliveries_wait_until_they_are_settled(store: Store) -> None:
    for delivery in [a_delivery(f"d{number}", minute=number) for number in (3, 1, 2)]:
        await store.write(partial(_receive, delivery))
    later = NOON + timedelta(hours=1)
    due = await store.read(lambda tx: tx.webhooks.due(later, 2))
    assert [each.delivery_id for each in due] == ["d1", "d2"]
    await store.write(lambda tx: tx.webhooks.settle("d1", DeliveryStatus.DONE, "Filed."))
    await store.write(lambda tx: tx.webhooks.postpone("d2", later + timedelta(seconds=1), 1, "Later."))
    assert [each.delivery_id for each in await store.read(lambda tx: tx.webhooks.due(later, 9))] == ["d3"]
    with pytest.raises(WrongMove):
        await store.write(lambda tx: tx.webhooks.settle("d1", DeliveryStatus.IGNORED, "Again."))
    newest, total = await store.read(lambda tx: tx.webhooks.list(limit=2, offset=0))
    assert ([each.delivery_id for each in newest], total) == (["d3", "d2"], 3)
    await store.write(lambda tx: tx.webhooks.forget(later))
    left, _ = await store.read(lambda tx: tx.webhooks.list(limit=9, offset=0))
    assert {each.delivery_id for each in left} == {"d2", "d3"}


async def test_a_reply_is_due_when_its_prompt_is_answered(store: Store) -> None:
    order = an_order()
    order_id = order.agent_work_order_id
    await store.write(lambda tx: tx.orders.insert(order))
    prompt = await store.write(lambda tx: tx.prompts.add(order_id, "Change it"))
    reply = PromisedReply("review-5", order_id, prompt.prompt_id, 7, (11, 12))
    assert await store.write(lambda tx: tx.webhooks.promise(reply))
    assert not await store.write(lambda tx: tx.webhooks.promise(replace(reply, threads=())))
    assert await store.read(lambda tx: tx.webhooks.is_promised("review-5"))
    assert await store.read(lambda tx: tx.webhooks.replies_due()) == []
    await store.write(lambda tx: tx.prompts.send(prompt.prompt_id))
    await store.write(lambda tx: tx.prompts.answered(prompt.prompt_id))
    assert await store.read(lambda tx: tx.webhooks.replies_due()) == [reply]
    await store.write(lambda tx: tx.webhooks.update_reply("review-5", status=ReplyStatus.DONE))
    assert await store.read(lambda tx: tx.webhooks.replies_due()) == []


async def test_a_repository_has_one_number_under_all_its_names(store: Store) -> None:
    old, new = RepositoryKey("ada-app-1"), RepositoryKey("bob-tool-2")
    for host, number, key in (
        ("github.com", 7, old),
        ("github.com", 7, new),
        ("github.com", 7, old),
        ("other", 7, new),
    ):
        await store.write(partial(_remember, host, number, key))
    assert await store.read(lambda tx: tx.forge_repositories.keys_of("github.com", 7)) == {old, new}
    assert await store.read(lambda tx: tx.forge_repositories.keys_of("github.com", 8)) == frozenset()


def _remember(host: str, number: int, key: RepositoryKey, tx: Transaction) -> None:
    tx.forge_repositories.remember(host, number, key)
