"""Says an agent's answer where it was asked, in a review's threads or on the pull request: once, whoever dies."""

from collections.abc import Sequence

import structlog

from shopfloor.background_loop import BackgroundLoop
from shopfloor.domain.conversation import Message, MessageKind, Role
from shopfloor.domain.events import Event, EventType
from shopfloor.domain.webhook import PromisedReply, ReplyStatus
from shopfloor.domain.work_order import ErrorCategory
from shopfloor.errors import ShopfloorError
from shopfloor.event_journal.conversations import read_conversation
from shopfloor.forge.review_protocol import ReviewDesk
from shopfloor.state_manager.store import Store, Transaction
from shopfloor.webhooks.words import reply_text

logger = structlog.get_logger(__name__)

_LOOK_AGAIN_SECONDS = 30.0
_FIRST_DELAY_SECONDS = 1.0
_ATTEMPTS = 20
_SHORT_SHA = 10


class ReplyKeeper:
    def __init__(self, *, store: Store, reviews: ReviewDesk) -> None:
        self._store = store
        self._reviews = reviews
        self._loop = BackgroundLoop("reply_keeper", self._say_what_is_due, every_seconds=_LOOK_AGAIN_SECONDS)

    def look_at(self, events: Sequence[Event]) -> None:
        """A sink of the journal's hub."""
        if any(event.type is EventType.PROMPT_ANSWERED for event in events):
            self._loop.wake()

    async def start(self) -> None:
        self._loop.start()

    async def stop(self) -> None:
        await self._loop.stop()

    async def _say_what_is_due(self) -> float | None:
        due = await self._store.read(lambda tx: tx.webhooks.replies_due())
        put_off = [reply.attempts for reply in due if not await self._say(reply)]
        return _FIRST_DELAY_SECONDS * 2 ** min(put_off) if put_off else None

    async def _say(self, reply: PromisedReply) -> bool:
        order_id = reply.agent_work_order_id
        order = await self._store.read(lambda tx: tx.orders.get(order_id))
        messages = await self._store.read(lambda tx: read_conversation(tx, order_id).messages())
        text = _answer_to(reply, messages)
        try:
            for thread in reply.threads:
                key = f"{reply.reply_id}-{thread}"
                await self._reviews.reply(order.repository_url, reply.pull_request_number, thread, key, text)
            if not reply.threads:
                await self._reviews.say(order.repository_url, reply.pull_request_number, reply.reply_id, text)
        except ShopfloorError as error:
            await self._put_off(reply, error)
            return False
        await self._store.write(lambda tx: tx.webhooks.update_reply(reply.reply_id, status=ReplyStatus.DONE))
        return True

    async def _put_off(self, reply: PromisedReply, error: ShopfloorError) -> None:
        attempts = reply.attempts + 1
        give_up = error.category is not ErrorCategory.TRANSIENT or attempts >= _ATTEMPTS
        status = ReplyStatus.FAILED if give_up else ReplyStatus.WAITING
        logger.warning("reply_not_said", reply_id=reply.reply_id, error=error.message, give_up=give_up)

        def write(tx: Transaction) -> None:
            tx.webhooks.update_reply(reply.reply_id, status=status, attempts=attempts)

        await self._store.write(write)


def _answer_to(reply: PromisedReply, messages: Sequence[Message]) -> str:
    """What the agent said last in the turn of that prompt, and the commits of that turn."""
    asked = next((each for each in messages if each.message_id == reply.prompt_id), None)
    turn = [each for each in messages if asked is not None and _is_answer(each, asked, messages)]
    said = [each.text for each in turn if each.role is Role.ASSISTANT and each.kind is MessageKind.TEXT]
    commits = [str(each.data["git_commit_sha"])[:_SHORT_SHA] for each in turn if each.kind is MessageKind.COMMIT]
    return reply_text(said[-1] if said else "", tuple(commits))


def _is_answer(message: Message, asked: Message, messages: Sequence[Message]) -> bool:
    following = [each.seq for each in messages if each.role is Role.USER and each.seq > asked.seq and _was_sent(each)]
    return asked.seq < message.seq < min(following, default=message.seq + 1)


def _was_sent(message: Message) -> bool:
    return message.data.get("status") != "queued"
