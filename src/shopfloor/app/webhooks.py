"""What takes in webhooks, and what answers on GitHub."""

import contextlib

from shopfloor.api.services import Services
from shopfloor.app.outlets import Outlets
from shopfloor.app.parts import Parts
from shopfloor.app.state import State
from shopfloor.webhooks.clerk import Clerk
from shopfloor.webhooks.closing import Closing
from shopfloor.webhooks.doorkeeper import Doorkeeper
from shopfloor.webhooks.inbox import WebhookInbox
from shopfloor.webhooks.issue_news import IssueNews
from shopfloor.webhooks.reception import Reception
from shopfloor.webhooks.replies import ReplyKeeper
from shopfloor.work_orders.prompts import Prompts
from shopfloor.work_orders.service import WorkOrders


def assemble_webhooks(parts: Parts, work_orders: WorkOrders, prompts: Prompts) -> Reception:
    store = parts.state.store
    clerk = Clerk(
        store=store,
        work_orders=work_orders,
        prompts=prompts,
        forge=parts.outlets.forge,
        reviews=parts.outlets.reviews,
        issue_news=IssueNews(store=store, card_changed=parts.card_changed),
        closing=Closing(store=store, workbenches=parts.workshop.workbenches, card_changed=parts.card_changed),
    )
    return Reception(
        doorkeeper=Doorkeeper(vault=parts.state.vault, setting=parts.settings.github_webhook_secret),
        inbox=WebhookInbox(store=store, clerk=clerk),
    )


async def keep_webhooks(stack: contextlib.AsyncExitStack, state: State, outlets: Outlets, services: Services) -> None:
    keeper = ReplyKeeper(store=state.store, reviews=outlets.reviews)
    state.hub.attach(keeper.look_at)
    for part in (services.webhooks, keeper):
        await part.start()
        stack.push_async_callback(part.stop)
