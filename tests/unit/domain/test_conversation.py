"""From journal events to the conversation."""

from datetime import UTC, datetime, timedelta
from typing import Any

from shopfloor.domain.conversation import Conversation, Message, MessageKind, Role
from shopfloor.domain.events import Event, EventType
from shopfloor.domain.ids import AgentWorkOrderId

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def told(*events: tuple[EventType, dict[str, Any]]) -> list[Message]:
    conversation = Conversation()
    conversation.take_all(
        Event(AgentWorkOrderId("wo-1"), seq, seq, NOON + timedelta(seconds=seq), kind, "info", payload)
        for seq, (kind, payload) in enumerate(events, 1)
    )
    return conversation.messages()


def test_snapshots_of_a_message_are_one_message_and_parts_are_joined() -> None:
    said = {"message_id": "m1"}
    (message,) = told(
        (EventType.AGENT_MESSAGE, {**said, "part": 1, "text": "Hel", "final": False}),
        (EventType.AGENT_MESSAGE, {**said, "part": 1, "text": "Hello ", "final": True, "continues": True}),
        (EventType.AGENT_MESSAGE, {**said, "part": 2, "text": "world", "final": True}),
    )
    assert (message.text, message.seq, message.role, message.kind) == (
        "Hello world",
        1,
        Role.ASSISTANT,
        MessageKind.TEXT,
    )
    assert message.data == {"final": True}
    assert message.phase is None


def test_a_prompt_stands_where_it_was_sent_and_says_what_became_of_it() -> None:
    prompt = {"prompt_id": "pr-1", "prompt_text": "more", "author": "Ada", "intent": "work"}
    messages = told(
        (EventType.AGENT_WORK_ORDER_CREATED, {"initial_prompt": "Do it"}),
        (EventType.PROMPT_QUEUED, prompt),
        (EventType.AGENT_MESSAGE, {"message_id": "m1", "text": "first", "final": True}),
        (EventType.PROMPT_UPDATED, {**prompt, "prompt_text": "more!"}),
        (EventType.PROMPT_SENT, {"prompt_id": "pr-1"}),
        (EventType.AGENT_MESSAGE, {"message_id": "m2", "text": "second", "final": True}),
        (EventType.PROMPT_ANSWERED, {"prompt_id": "pr-1"}),
    )
    assert [message.text for message in messages] == ["Do it", "first", "more!", "second"]
    assert messages[2].data["status"] == "answered"
    assert messages[2].data["author"] == "Ada"


def test_a_withdrawn_prompt_was_never_said() -> None:
    prompt = {"prompt_id": "pr-1", "prompt_text": "never mind"}
    assert told((EventType.PROMPT_QUEUED, prompt), (EventType.PROMPT_WITHDRAWN, prompt)) == []


def test_a_tool_call_is_one_message_with_its_latest_state_and_turns_are_counted() -> None:
    messages = told(
        (EventType.AGENT_COMMAND_STARTED, {"phase": "planning"}),
        (EventType.AGENT_TOOL_CALL, {"tool_call_id": "c1", "title": "ls", "status": "pending"}),
        (EventType.AGENT_TOOL_CALL, {"tool_call_id": "c1", "title": "ls", "status": "completed", "output": "a"}),
        (EventType.AGENT_COMMAND_STARTED, {"phase": "implementing"}),
        (EventType.AGENT_PLAN, {"entries": [{"content": "one"}, {"content": "two"}]}),
    )
    assert [(m.kind, m.turn, m.phase) for m in messages] == [
        (MessageKind.TOOL_CALL, 1, "planning"),
        (MessageKind.PLAN, 2, "implementing"),
    ]
    assert messages[0].data["status"] == "completed"
    assert messages[1].text == "one\ntwo"


def test_commits_pull_requests_errors_and_permissions_are_told_with_their_facts() -> None:
    asked = {"permission_id": "pm-1", "title": "May I?", "options": []}
    messages = told(
        (EventType.GIT_COMMIT_CREATED, {"subject": "feat: it", "git_commit_sha": "abc"}),
        (EventType.PULL_REQUEST_CREATED, {"pull_request_number": 3}),
        (EventType.AGENT_PERMISSION_REQUESTED, asked),
        (EventType.AGENT_PERMISSION_ANSWERED, {"permission_id": "pm-1", "kind": "allow_once", "by": "user"}),
        (EventType.AGENT_WORK_ORDER_FAILED, {"error": "no luck", "code": "x"}),
    )
    assert [(m.role, m.kind, m.text) for m in messages] == [
        (Role.SYSTEM, MessageKind.COMMIT, "feat: it"),
        (Role.SYSTEM, MessageKind.PULL_REQUEST, "Pull request #3 opened"),
        (Role.ASSISTANT, MessageKind.PERMISSION, "May I?"),
        (Role.SYSTEM, MessageKind.ERROR, "no luck"),
    ]
    assert messages[2].data["answer"]["kind"] == "allow_once"
    assert messages[3].data["code"] == "x"
