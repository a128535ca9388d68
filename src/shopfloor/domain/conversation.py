"""The conversation of a work order, told from its journal: who said or did what, each thing once, as it stands."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from shopfloor.domain.events import Event, EventType

Facts = Mapping[str, Any]


class Role(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"


class MessageKind(StrEnum):
    TEXT = "text"
    THOUGHT = "thought"
    TOOL_CALL = "tool_call"
    PLAN = "plan"
    ERROR = "error"
    COMMIT = "commit"
    PULL_REQUEST = "pull_request"
    PERMISSION = "permission"


@dataclass(frozen=True, slots=True)
class Message:
    message_id: str
    seq: int
    """Where it stands: the number of the event that began it, or for a prompt the one that sent it."""
    role: Role
    kind: MessageKind
    text: str
    at: datetime
    turn: int
    """How many turns had begun by then."""
    phase: str | None = None
    data: Facts = field(default_factory=dict)


class Conversation:
    """Fed with an order's events in their order."""

    def __init__(self) -> None:
        self._messages: dict[str, Message] = {}
        self._parts: dict[str, dict[int, str]] = {}
        self._turn = 0
        self._phase: str | None = None

    def messages(self) -> list[Message]:
        return sorted(self._messages.values(), key=lambda message: message.seq)

    def take_all(self, events: Iterable[Event]) -> None:
        for event in events:
            take = _TAKERS.get(event.type)
            if take is not None:
                take(self, event, event.payload)

    def _put(self, event: Event, message_id: str, role: Role, kind: MessageKind, text: str, data: Facts) -> None:
        known = self._messages.get(message_id)
        if known is not None:
            self._messages[message_id] = replace(known, text=text, data={**known.data, **data})
            return
        phase = data.get("phase") or self._phase
        self._messages[message_id] = Message(message_id, event.seq, role, kind, text, event.at, self._turn, phase, data)

    def _task(self, event: Event, facts: Facts) -> None:
        text = facts.get("initial_prompt") or facts.get("title") or ""
        issue = facts.get("github_issue_number")
        self._put(event, "task", Role.USER, MessageKind.TEXT, text, {"github_issue_number": issue} if issue else {})

    def _prompt(self, event: Event, facts: Facts) -> None:
        data = {name: facts.get(name) for name in ("prompt_id", "author", "intent")}
        text = str(facts.get("prompt_text", ""))
        self._put(event, str(facts["prompt_id"]), Role.USER, MessageKind.TEXT, text, {**data, "status": "queued"})

    def _prompt_sent(self, event: Event, facts: Facts) -> None:
        known = self._messages.get(str(facts["prompt_id"]))
        if known is not None and known.data.get("status") == "queued":
            data = {**known.data, "status": "sent"}
            self._messages[known.message_id] = replace(known, seq=event.seq, at=event.at, turn=self._turn, data=data)

    def _prompt_answered(self, _event: Event, facts: Facts) -> None:
        self._note(str(facts["prompt_id"]), status="answered")

    def _prompt_withdrawn(self, _event: Event, facts: Facts) -> None:
        self._messages.pop(str(facts["prompt_id"]), None)

    def _note(self, message_id: str, **data: Any) -> None:
        if known := self._messages.get(message_id):
            self._messages[message_id] = replace(known, data={**known.data, **data})

    def _chat_message(self, event: Event, facts: Facts) -> None:
        data = {"commands": facts.get("commands")}
        self._put(event, f"event-{event.seq}", Role.USER, MessageKind.TEXT, str(facts.get("message", "")), data)

    def _chat_answer(self, event: Event, facts: Facts) -> None:
        self._put(event, f"event-{event.seq}", Role.SYSTEM, MessageKind.TEXT, str(facts.get("answer", "")), facts)

    def _turn_started(self, _event: Event, facts: Facts) -> None:
        self._turn += 1
        self._phase = facts.get("phase")

    def _said(self, event: Event, facts: Facts) -> None:
        message_id = str(facts["message_id"])
        parts = self._parts.setdefault(message_id, {})
        parts[int(facts.get("part", 1))] = str(facts.get("text", ""))
        kind = MessageKind.TEXT if event.type is EventType.AGENT_MESSAGE else MessageKind.THOUGHT
        text = "".join(parts[number] for number in sorted(parts))
        is_final = bool(facts.get("final")) and not facts.get("continues")
        self._put(event, message_id, Role.ASSISTANT, kind, text, {"final": is_final})

    def _tool_call(self, event: Event, facts: Facts) -> None:
        text = str(facts.get("title") or facts.get("kind") or "tool")
        self._put(event, str(facts["tool_call_id"]), Role.ASSISTANT, MessageKind.TOOL_CALL, text, facts)

    def _plan(self, event: Event, facts: Facts) -> None:
        entries = [entry for entry in facts.get("entries") or () if isinstance(entry, Mapping)]
        text = "\n".join(str(entry.get("content", "")) for entry in entries)
        self._put(event, f"plan-{self._turn}", Role.ASSISTANT, MessageKind.PLAN, text, facts)

    def _error(self, event: Event, facts: Facts) -> None:
        text = str(facts.get("error") or "")
        self._put(event, f"event-{event.seq}", Role.SYSTEM, MessageKind.ERROR, text, facts)

    def _commit(self, event: Event, facts: Facts) -> None:
        text = str(facts.get("subject") or "Unfinished work")
        data = {**facts, "is_unfinished": event.type is EventType.GIT_WORK_RESCUED}
        self._put(event, f"event-{event.seq}", Role.SYSTEM, MessageKind.COMMIT, text, data)

    def _pull_request(self, event: Event, facts: Facts) -> None:
        done = {
            EventType.PULL_REQUEST_CREATED: "opened",
            EventType.PULL_REQUEST_MERGED: "merged",
        }.get(event.type, "updated")
        text = f"Pull request #{facts.get('pull_request_number')} {done}"
        self._put(event, f"event-{event.seq}", Role.SYSTEM, MessageKind.PULL_REQUEST, text, {**facts, "action": done})

    def _permission(self, event: Event, facts: Facts) -> None:
        text = str(facts.get("title") or "")
        self._put(event, str(facts["permission_id"]), Role.ASSISTANT, MessageKind.PERMISSION, text, facts)

    def _permission_answered(self, _event: Event, facts: Facts) -> None:
        answer = {name: facts.get(name) for name in ("option_id", "kind", "by")}
        self._note(str(facts["permission_id"]), answer=answer)


_TAKERS: dict[EventType, Callable[[Conversation, Event, Facts], None]] = {
    EventType.AGENT_WORK_ORDER_CREATED: Conversation._task,
    EventType.PROMPT_QUEUED: Conversation._prompt,
    EventType.PROMPT_UPDATED: Conversation._prompt,
    EventType.PROMPT_SENT: Conversation._prompt_sent,
    EventType.PROMPT_ANSWERED: Conversation._prompt_answered,
    EventType.PROMPT_WITHDRAWN: Conversation._prompt_withdrawn,
    EventType.CHAT_MESSAGE_RECEIVED: Conversation._chat_message,
    EventType.CHAT_COMMAND_COMPLETED: Conversation._chat_answer,
    EventType.CHAT_COMMAND_FAILED: Conversation._error,
    EventType.AGENT_COMMAND_STARTED: Conversation._turn_started,
    EventType.AGENT_MESSAGE: Conversation._said,
    EventType.AGENT_THOUGHT: Conversation._said,
    EventType.AGENT_TOOL_CALL: Conversation._tool_call,
    EventType.AGENT_PLAN: Conversation._plan,
    EventType.AGENT_COMMAND_RETRIED: Conversation._error,
    EventType.AGENT_WORK_ORDER_FAILED: Conversation._error,
    EventType.GIT_COMMIT_CREATED: Conversation._commit,
    EventType.GIT_WORK_RESCUED: Conversation._commit,
    EventType.PULL_REQUEST_CREATED: Conversation._pull_request,
    EventType.PULL_REQUEST_UPDATED: Conversation._pull_request,
    EventType.PULL_REQUEST_MERGED: Conversation._pull_request,
    EventType.AGENT_PERMISSION_REQUESTED: Conversation._permission,
    EventType.AGENT_PERMISSION_ANSWERED: Conversation._permission_answered,
}

CONVERSATIONAL = frozenset(_TAKERS)
"""The events that a conversation is told from."""
