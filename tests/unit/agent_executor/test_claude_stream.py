"""Claude's lines become ACP and back. The lines are as Claude Code 2.1 wrote them, shortened."""

from typing import Any

import pytest

from shopfloor.agent_executor.acp_options import options_from_wire
from shopfloor.agent_executor.agent_options import OptionKind
from shopfloor.agent_executor.claude_stream.translator import Translator

MODELS = [
    {"value": "default", "displayName": "Default", "supportedEffortLevels": ["low", "high"]},
    {"value": "haiku", "displayName": "Haiku", "description": "Fast"},
]


def opened(**params: Any) -> Translator:
    translator = Translator()
    translator.take_from_client({"id": 0, "method": "initialize", "params": {}})
    method = "session/load" if "sessionId" in params else "session/new"
    translator.take_from_client({"id": 1, "method": method, "params": {"cwd": "/x", "mcpServers": [], **params}})
    translator.begin_session()
    answer_control(translator, {"models": MODELS, "current_permission_mode": "default"})
    return translator


def answer_control(translator: Translator, response: dict[str, Any]) -> Any:
    (request,) = taken(translator.to_claude)
    told = {"subtype": "success", "request_id": request["request_id"], "response": response}
    translator.take_from_claude({"type": "control_response", "response": told})
    return request["request"]


def prompted(translator: Translator) -> Translator:
    taken(translator.to_client)
    translator.take_from_client(
        {"id": 7, "method": "session/prompt", "params": {"prompt": [{"type": "text", "text": "hello"}]}}
    )
    (sent,) = taken(translator.to_claude)
    assert sent == {"type": "user", "message": {"role": "user", "content": [{"type": "text", "text": "hello"}]}}
    return translator


def taken(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found = list(messages)
    messages.clear()
    return found


def heard(translator: Translator, *lines: dict[str, Any]) -> list[dict[str, Any]]:
    for line in lines:
        translator.take_from_claude(line)
    return [message["params"]["update"] for message in taken(translator.to_client)]


def streamed(event: dict[str, Any], parent: str | None = None) -> dict[str, Any]:
    return {"type": "stream_event", "event": event, "parent_tool_use_id": parent}


def said(*blocks: dict[str, Any], message_id: str = "msg_1", **more: Any) -> dict[str, Any]:
    inner = {"id": message_id, "role": "assistant", "content": list(blocks)}
    return {"type": "assistant", "message": inner, "parent_tool_use_id": None, **more}


def test_a_session_is_begun_with_a_name_of_ours_and_offers_what_claude_offers() -> None:
    introduced, usage, answer = taken(opened().to_client)
    assert introduced["result"]["agentCapabilities"]["loadSession"] is True
    assert usage["params"]["update"]["cost"] == {"amount": 0.0, "currency": "USD"}
    offered = options_from_wire(answer["result"]).offered
    assert offered.model.values == ("default", "haiku")
    assert offered.mode.values == ("default", "acceptEdits", "plan")
    assert offered.effort.values == ("low", "high")
    assert len(answer["result"]["sessionId"]) == 36


def test_an_earlier_session_keeps_its_name() -> None:
    assert taken(opened(sessionId="s-old").to_client)[-1]["result"]["sessionId"] == "s-old"


def test_one_that_cannot_be_taken_up_is_refused_and_another_begun() -> None:
    translator = Translator()
    translator.take_from_client({"id": 1, "method": "session/load", "params": {"sessionId": "s-old"}})
    assert translator.opening is not None
    assert translator.opening.is_resumed
    translator.fail_opening("No conversation found")
    assert taken(translator.to_client) == [{"id": 1, "error": {"code": -32002, "message": "No conversation found"}}]
    translator.take_from_client({"id": 2, "method": "session/new", "params": {}})
    assert translator.opening is not None


def test_text_and_thoughts_are_told_once() -> None:
    translator = prompted(opened())
    updates = heard(
        translator,
        {"type": "system", "subtype": "init"},
        streamed({"type": "message_start", "message": {"id": "msg_1"}}),
        streamed({"type": "content_block_delta", "delta": {"type": "thinking_delta", "thinking": "hm"}}),
        said({"type": "thinking", "thinking": "hm"}),
        streamed({"type": "content_block_delta", "delta": {"type": "text_delta", "text": "do"}}),
        streamed({"type": "content_block_delta", "delta": {"type": "text_delta", "text": "ne"}}),
        said({"type": "text", "text": "done"}),
        streamed({"type": "content_block_delta", "delta": {"type": "text_delta", "text": "of a child"}}, parent="t"),
        said({"type": "text", "text": "not streamed"}, message_id="msg_2"),
    )
    assert [(update["sessionUpdate"], update["content"]["text"]) for update in updates] == [
        ("agent_thought_chunk", "hm"),
        ("agent_message_chunk", "do"),
        ("agent_message_chunk", "ne"),
        ("agent_message_chunk", "not streamed"),
    ]


@pytest.mark.parametrize(("is_error", "status"), [(False, "completed"), (True, "failed")])
def test_a_tool_call_from_its_name_to_its_result(is_error: bool, status: str) -> None:
    translator = prompted(opened())
    result = {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "hi"}]}
    started, known, ended = heard(
        translator,
        streamed({"type": "content_block_start", "content_block": {"type": "tool_use", "id": "t1", "name": "Write"}}),
        said({"type": "tool_use", "id": "t1", "name": "Write", "input": {"file_path": "a.txt", "content": "x"}}),
        {"type": "user", "message": {"content": [{**result, "is_error": is_error}]}},
    )
    assert (started["toolCallId"], started["title"], started["kind"], started["status"]) == (
        *("t1", "Write", "edit", "pending"),
    )
    assert (known["title"], known["locations"]) == ("Write: a.txt", [{"path": "a.txt"}])
    assert known["rawInput"] == {"file_path": "a.txt", "content": "x"}
    assert (ended["status"], ended["rawOutput"]) == (status, "hi")


def test_a_to_do_list_is_a_plan_and_what_is_unknown_is_kept() -> None:
    translator = prompted(opened())
    todos = [{"content": "look", "status": "in_progress"}]
    _, plan, unknown = heard(
        translator,
        said({"type": "tool_use", "id": "t", "name": "TodoWrite", "input": {"todos": todos}}),
        {"type": "from_the_future", "value": 1},
    )
    assert plan["entries"] == [{"content": "look", "status": "in_progress", "priority": "medium"}]
    assert unknown == {"sessionUpdate": "from_the_future", "type": "from_the_future", "value": 1}


REQUEST = {
    "subtype": "can_use_tool",
    "tool_name": "Bash",
    "input": {"command": "rm -r x"},
    "permission_suggestions": [{"type": "addRules"}],
    "tool_use_id": "t1",
}


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        (
            {"outcome": "selected", "optionId": "allow_once"},
            {"behavior": "allow", "updatedInput": {"command": "rm -r x"}},
        ),
        (
            {"outcome": "selected", "optionId": "allow_always"},
            {
                "behavior": "allow",
                "updatedInput": {"command": "rm -r x"},
                "updatedPermissions": [{"type": "addRules"}],
            },
        ),
        ({"outcome": "selected", "optionId": "reject_once"}, {"behavior": "deny"}),
        ({"outcome": "cancelled"}, {"behavior": "deny", "interrupt": True}),
    ],
)
def test_a_permission_is_asked_and_answered(outcome: dict[str, Any], told: dict[str, Any]) -> None:
    translator = prompted(opened())
    translator.take_from_claude({"type": "control_request", "request_id": "r1", "request": REQUEST})
    (asked,) = taken(translator.to_client)
    assert asked["params"]["toolCall"]["title"] == "Bash: rm -r x"
    assert [option["kind"] for option in asked["params"]["options"]] == ["allow_once", "allow_always", "reject_once"]
    translator.take_from_client({"id": asked["id"], "result": {"outcome": outcome}})
    (answer,) = taken(translator.to_claude)
    assert answer["response"]["request_id"] == "r1"
    response = {name: value for name, value in answer["response"]["response"].items() if name != "message"}
    assert response == told


def test_requests_we_do_not_know_are_refused() -> None:
    translator = prompted(opened())
    translator.take_from_claude({"type": "control_request", "request_id": "r", "request": {"subtype": "mcp_message"}})
    (answer,) = taken(translator.to_claude)
    assert answer["response"]["subtype"] == "error"


USED = {
    "claude-opus": {"inputTokens": 100, "cacheReadInputTokens": 20, "outputTokens": 30, "costUSD": 0.25},
    "claude-haiku": {"inputTokens": 5, "outputTokens": 1, "costUSD": 0.05, "contextWindow": 200000},
}


def test_a_turn_ends_with_what_it_used_and_cost() -> None:
    translator = prompted(opened())
    ended = {"type": "result", "subtype": "success", "is_error": False, "stop_reason": "end_turn"}
    translator.take_from_claude({**ended, "model_usage_since_last_result": USED})
    usage, answer = taken(translator.to_client)
    assert usage["params"]["update"]["cost"] == {"amount": 0.3, "currency": "USD"}
    assert answer == {
        "id": 7,
        "result": {
            "stopReason": "end_turn",
            "usage": {"inputTokens": 125, "outputTokens": 31, "totalTokens": 156},
        },
    }
    prompted(translator).take_from_claude({**ended, "model_usage_since_last_result": USED})
    assert taken(translator.to_client)[0]["params"]["update"]["cost"]["amount"] == 0.6


def test_an_error_keeps_its_kind_its_status_and_the_delay_that_was_asked_for() -> None:
    translator = prompted(opened())
    (retry,) = heard(
        translator,
        {"type": "system", "subtype": "api_retry", "attempt": 1, "retry_delay_ms": 7000, "error_status": 429},
        said({"type": "text", "text": "API Error: 429"}, message_id="m", error="rate_limit"),
    )
    assert retry["sessionUpdate"] == "api_retry"
    failed = {"type": "result", "subtype": "success", "is_error": True, "result": "API Error: Request rejected (429)"}
    translator.take_from_claude({**failed, "api_error_status": 429, "api_error_type": "rate_limit_error"})
    error = taken(translator.to_client)[-1]["error"]
    assert (error["code"], error["message"]) == (-32603, "API Error: Request rejected (429)")
    assert error["data"] == {
        "errorKind": "rate_limit",
        "statusCode": 429,
        "type": "rate_limit_error",
        "subtype": "success",
        "retryAfterMs": 7000,
    }


@pytest.mark.parametrize(
    ("result", "answer"),
    [
        ({"subtype": "error_max_turns", "is_error": True}, "max_turn_requests"),
        ({"subtype": "success", "stop_reason": "max_tokens"}, "max_tokens"),
        ({"subtype": "success", "stop_reason": "refusal"}, "refusal"),
        ({"subtype": "success", "stop_reason": "something_new"}, "end_turn"),
    ],
)
def test_why_it_stopped(result: dict[str, Any], answer: str) -> None:
    translator = prompted(opened())
    translator.take_from_claude({"type": "result", **result})
    assert taken(translator.to_client)[-1]["result"]["stopReason"] == answer


def test_a_cancelled_turn_is_interrupted_and_says_so() -> None:
    translator = prompted(opened())
    translator.take_from_client({"method": "session/cancel", "params": {}})
    (interrupt,) = taken(translator.to_claude)
    assert interrupt["request"] == {"subtype": "interrupt"}
    translator.take_from_claude({"type": "result", "subtype": "error_during_execution", "is_error": True})
    assert taken(translator.to_client) == [{"id": 7, "result": {"stopReason": "cancelled"}}]


@pytest.mark.parametrize(
    ("option", "value", "request_to_claude"),
    [
        ("model", "haiku", {"subtype": "set_model", "model": "haiku"}),
        ("mode", "plan", {"subtype": "set_permission_mode", "mode": "plan"}),
        ("effort", "low", {"subtype": "apply_flag_settings", "settings": {"effortLevel": "low"}}),
    ],
)
def test_choices_are_passed_on(option: str, value: str, request_to_claude: dict[str, Any]) -> None:
    translator = opened()
    taken(translator.to_client)
    params = {"configId": option, "value": value}
    translator.take_from_client({"id": 3, "method": "session/set_config_option", "params": params})
    assert answer_control(translator, {}) == request_to_claude
    (answer,) = taken(translator.to_client)
    assert options_from_wire(answer["result"]).offered.of(OptionKind(option)).current == value
