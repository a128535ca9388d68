"""A chat message to a work order: what is for the platform is carried out here, the rest goes to the agent."""

from dataclasses import dataclass

from shopfloor.domain.chat_commands import (
    AddLabels,
    Command,
    EditPullRequest,
    MarkDraft,
    MarkReady,
    Merge,
    Pause,
    RemoveLabels,
    RequestReview,
    Resume,
    Retry,
    Stop,
    UseBranch,
    UseModel,
)
from shopfloor.domain.chat_intent import ChatIntent, read_message
from shopfloor.domain.events import EventType, Json, NewEvent
from shopfloor.domain.ids import AgentWorkOrderId, PromptId
from shopfloor.domain.work_order import AgentWorkOrderStatus, PromptIntent
from shopfloor.errors import ShopfloorError
from shopfloor.event_journal.journal import Journal
from shopfloor.work_orders.branches import Branches
from shopfloor.work_orders.prompts import Prompts
from shopfloor.work_orders.pull_request_chat import PullRequestChat
from shopfloor.work_orders.pull_requests import PullRequests
from shopfloor.work_orders.service import WorkOrders


@dataclass(frozen=True, slots=True)
class ChatTurn:
    after: int
    """The number of the last event before the message: what came of it has higher ones."""
    prompt_id: PromptId | None = None
    """None where nothing was left for the agent."""


class Chat:
    def __init__(
        self, *, orders: WorkOrders, prompts: Prompts, pull_requests: PullRequests, branches: Branches, journal: Journal
    ) -> None:
        self._orders = orders
        self._prompts = prompts
        self._pull_request = PullRequestChat(pull_requests)
        self._branches = branches
        self._journal = journal

    async def take(self, order_id: AgentWorkOrderId, message: str) -> ChatTurn:
        after = (await self._orders.get(order_id)).last_event_seq
        intent = await self._fitting(order_id, message, read_message(message))
        if intent.commands and not await self._carry_out_all(order_id, message, intent.commands):
            return ChatTurn(after)
        if intent.prompt_text is None:
            return ChatTurn(after)
        _, prompt = await self._prompts.send(order_id, intent.prompt_text, intent=intent.prompt_intent)
        return ChatTurn(after, prompt.prompt_id)

    async def start_task(self, order_id: AgentWorkOrderId, task: str) -> ChatTurn:
        """Work, whatever it sounds like."""
        after = (await self._orders.get(order_id)).last_event_seq
        _, prompt = await self._prompts.send(order_id, task, intent=PromptIntent.WORK)
        return ChatTurn(after, prompt.prompt_id)

    async def _fitting(self, order_id: AgentWorkOrderId, message: str, intent: ChatIntent) -> ChatIntent:
        """ "Continue" and "try again" are for the platform where the order waits for that, else for the agent."""
        if not any(isinstance(command, Resume | Retry) for command in intent.commands):
            return intent
        status = (await self._orders.get(order_id)).status
        if status is AgentWorkOrderStatus.PAUSED:
            return ChatIntent((Resume(),))
        return ChatIntent((Retry(),)) if status is AgentWorkOrderStatus.FAILED else ChatIntent((), message.strip())

    async def _carry_out_all(self, order_id: AgentWorkOrderId, message: str, commands: tuple[Command, ...]) -> bool:
        """True if all of them could be; the first that cannot ends it, and the agent hears nothing."""
        names = [_name_of(command) for command in commands]
        received = NewEvent(EventType.CHAT_MESSAGE_RECEIVED, {"message": message, "commands": names})
        await self._journal.append(order_id, received)
        for command in commands:
            try:
                answer = await self._carry_out(order_id, command)
            except ShopfloorError as exc:
                await self._journal.append(order_id, NewEvent(EventType.CHAT_COMMAND_FAILED, _failure(command, exc)))
                return False
            facts = {"command": _name_of(command), "answer": answer}
            await self._journal.append(order_id, NewEvent(EventType.CHAT_COMMAND_COMPLETED, facts))
        return True

    async def _carry_out(self, order_id: AgentWorkOrderId, command: Command) -> str:
        match command:
            case UseBranch(name):
                await self._branches.rename(order_id, name)
                return f"The work goes on branch {name}."
            case UseModel(model):
                await self._orders.update(order_id, {"model": model})
                return f"The next turn uses the model {model}."
            case Pause():
                await self._orders.pause(order_id)
                return "Paused. What is done so far is committed; say «continue» to go on."
            case Stop():
                await self._orders.cancel(order_id)
                return "Stopped for good. What is done so far is on the branch."
            case Resume():
                await self._orders.resume(order_id)
                return "Going on."
            case Retry():
                await self._orders.retry(order_id)
                return "Trying again, from where it failed."
        return await self._pull_request.carry_out(order_id, command)


def _name_of(command: Command) -> str:
    names: dict[type, str] = {
        UseBranch: "use_branch",
        UseModel: "use_model",
        MarkReady: "mark_ready",
        MarkDraft: "mark_draft",
        AddLabels: "add_labels",
        RemoveLabels: "remove_labels",
        RequestReview: "request_review",
        EditPullRequest: "edit_pull_request",
        Merge: "merge",
        Pause: "pause",
        Stop: "stop",
        Resume: "resume",
        Retry: "retry",
    }
    return names[type(command)]


def _failure(command: Command, error: ShopfloorError) -> dict[str, Json]:
    return {
        "command": _name_of(command),
        "error": error.message,
        "code": error.code,
        "category": error.category.value,
        "retryable": error.retryable,
        "hint": error.hint,
    }
