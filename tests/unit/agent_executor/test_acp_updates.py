import pytest

from shopfloor.agent_executor.acp_updates import (
    cost_from_wire,
    permission_from_wire,
    turn_usage_from_wire,
    update_from_wire,
)
from shopfloor.domain.agent_updates import (
    AgentUpdate,
    PermissionOption,
    PlanUpdate,
    RawUpdate,
    TextChunk,
    ToolCallUpdate,
)
from shopfloor.domain.work_order import Usage, UsageSource

IMAGE = {"sessionUpdate": "agent_message_chunk", "content": {"type": "image", "data": ""}}
UNKNOWN = {"sessionUpdate": "brand_new", "x": 1}


@pytest.mark.parametrize(
    ("wire", "expected"),
    [
        (
            {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "hi"}},
            TextChunk("message", "hi"),
        ),
        (
            {"sessionUpdate": "agent_thought_chunk", "content": {"type": "text", "text": "hm"}},
            TextChunk("thought", "hm"),
        ),
        ({"sessionUpdate": "user_message_chunk", "content": {"type": "text", "text": "me"}}, None),
        (
            {"sessionUpdate": "tool_call", "toolCallId": "t", "title": "Run", "rawInput": {"c": 1}, "status": None},
            ToolCallUpdate("t", {"title": "Run", "input": {"c": 1}}),
        ),
        (
            {"sessionUpdate": "tool_call_update", "toolCallId": "t", "status": "completed", "rawOutput": "x"},
            ToolCallUpdate("t", {"status": "completed", "output": "x"}),
        ),
        ({"sessionUpdate": "plan", "entries": [{"content": "a"}, "junk"]}, PlanUpdate(({"content": "a"},))),
        (IMAGE, RawUpdate("agent_message_chunk", IMAGE)),
        (UNKNOWN, RawUpdate("brand_new", UNKNOWN)),
        ({"sessionUpdate": "tool_call"}, RawUpdate("tool_call", {"sessionUpdate": "tool_call"})),
        ({"sessionUpdate": "plan"}, RawUpdate("plan", {"sessionUpdate": "plan"})),
        ({}, RawUpdate("None", {})),
    ],
)
def test_updates(wire: dict[str, object], expected: AgentUpdate | None) -> None:
    assert update_from_wire(wire) == expected


def test_a_permission_request_has_its_title_and_options() -> None:
    wire = {
        "toolCall": {"toolCallId": "t", "title": "Delete it?"},
        "options": [{"optionId": "y", "name": "Yes", "kind": "allow_once"}],
    }
    request = permission_from_wire(wire)
    assert request.title == "Delete it?"
    assert request.options == (PermissionOption("y", "Yes", "allow_once"),)
    assert request.permission_id != permission_from_wire(wire).permission_id


def test_a_permission_request_may_lack_everything() -> None:
    request = permission_from_wire({})
    assert request.title
    assert request.options == ()


@pytest.mark.parametrize(
    ("usage", "cost", "expected"),
    [
        (None, None, None),
        ({}, None, None),
        (None, 0.5, Usage(cost_usd=0.5, source=UsageSource.AGENT)),
        ({"inputTokens": 1, "outputTokens": 0, "totalTokens": 1}, None, Usage(1, 0, 1, None, UsageSource.AGENT)),
        ({"inputTokens": "many", "outputTokens": True, "totalTokens": -1}, None, None),
    ],
)
def test_usage_that_is_unknown_stays_unknown(usage: object, cost: float | None, expected: Usage | None) -> None:
    assert turn_usage_from_wire({"usage": usage}, cost) == expected


def test_only_dollars_are_dollars() -> None:
    assert cost_from_wire({"cost": {"amount": 2, "currency": "USD"}}) == 2.0
    assert cost_from_wire({"cost": {"amount": 2, "currency": "EUR"}}) is None
    assert cost_from_wire({"cost": {"amount": "2", "currency": "USD"}}) is None
    assert cost_from_wire({}) is None
