"""Every kind of error has one name, however it is told."""

import pytest

from shopfloor.agent_executor.agent_exit import ended_error
from shopfloor.agent_executor.error_classification import ErrorProfile, classify
from shopfloor.agent_executor.error_facts import facts_from
from shopfloor.agent_executor.turn_trouble import TurnTrouble

PROFILE = ErrorProfile(display_name="Codex", login_hint="Run `codex login`.")


@pytest.mark.parametrize(
    ("text", "data", "code"),
    [
        # By the protocols' own names.
        ("Internal error", {"errorKind": "rate_limit"}, "rate_limited"),
        ("Internal error", {"errorKind": "server_error"}, "model_unavailable"),
        ('API Error: 400 {"type":"error","error":{"type":"overloaded_error"}}', None, "model_unavailable"),
        ("x", {"error": {"type": "insufficient_quota", "code": "insufficient_quota"}}, "agent_out_of_credit"),
        ("x", {"codexErrorInfo": "contextWindowExceeded"}, "context_too_long"),
        ("x", {"codexErrorInfo": "usageLimitExceeded"}, "agent_out_of_credit"),
        ("x", {"error": '{"error":{"code":"model_not_found"}}'}, "model_not_found"),
        ("mkdir failed", {"code": "ENOSPC"}, "out_of_disk"),
        ("x", {"cause": {"code": "ECONNREFUSED"}}, "model_unreachable"),
        # By the status of the model's server; where one has several meanings, the words decide.
        ("x", {"statusCode": 401}, "agent_not_signed_in"),
        ("x", {"status": "402"}, "agent_out_of_credit"),
        ("x", {"codexErrorInfo": {"responseStreamDisconnected": {"httpStatusCode": 429}}}, "rate_limited"),
        ("Your credit balance is too low", {"statusCode": 400}, "agent_out_of_credit"),
        ("prompt is too long: 210000 tokens > 200000", {"statusCode": 400}, "context_too_long"),
        ("some field is wrong", {"statusCode": 400}, "model_request_refused"),
        ("x", {"statusCode": 404}, "model_not_found"),
        ("You exceeded your current quota", {"statusCode": 429}, "agent_out_of_credit"),
        ("x", {"statusCode": 529}, "model_unavailable"),
        ("exceeded retry limit, last status: 429 Too Many Requests", None, "rate_limited"),
        ("API Error: Request rejected (429) · slow down", None, "rate_limited"),
        ("API Error: 500 scripted. This is a server-side issue", None, "model_unavailable"),
        ("Failed to authenticate. API Error: 401 scripted", None, "agent_not_signed_in"),
        # By words, last.
        ("ENOSPC: no space left on device, write", None, "out_of_disk"),
        ("write /home/x: disk quota exceeded", None, "out_of_disk"),
        ("Invalid API key · Please run /login", None, "agent_not_signed_in"),
        ("We’re currently experiencing high demand, which may cause temporary errors.", None, "model_unavailable"),
        ("TypeError: fetch failed", None, "model_unreachable"),
        ("There's an issue with the selected model (nope). It may not exist", None, "model_not_found"),
        ("segmentation of 1500 files failed", None, "agent_reported_error"),
        ("wrote 404 lines to api.py", None, "agent_reported_error"),
    ],
)
def test_an_error_by_its_facts(text: str, data: object, code: str) -> None:
    error = classify(facts_from(text, data), PROFILE)
    assert error.code == code
    assert text in error.message
    assert error.hint or code == "agent_reported_error"


@pytest.mark.parametrize(
    ("code", "category", "retryable"),
    [
        ("rate_limited", "transient", True),
        ("model_unavailable", "transient", True),
        ("model_unreachable", "transient", True),
        ("agent_not_signed_in", "user-action", True),
        ("agent_out_of_credit", "user-action", True),
        ("model_not_found", "user-action", True),
        ("context_too_long", "user-action", True),
        ("out_of_disk", "user-action", True),
        ("model_request_refused", "persistent", True),
    ],
)
def test_the_category_belongs_to_the_name(code: str, category: str, retryable: bool) -> None:
    told = {
        "rate_limited": {"status": 429},
        "model_unavailable": {"status": 503},
        "model_unreachable": {"code": "enotfound"},
        "agent_not_signed_in": {"status": 401},
        "agent_out_of_credit": {"status": 402},
        "model_not_found": {"status": 404},
        "context_too_long": {"status": 413},
        "out_of_disk": {"code": "EDQUOT"},
        "model_request_refused": {"status": 422},
    }
    error = classify(facts_from("x", told[code]), PROFILE)
    assert (error.code, error.category.value, error.retryable) == (code, category, retryable)


@pytest.mark.parametrize(
    ("text", "data", "seconds"),
    [
        ("429", {"headers": {"retry-after": "7"}}, 7.0),
        ("429", {"retryAfter": 12.5}, 12.5),
        ("429", {"retry_after_ms": 1500}, 1.5),
        ("Rate limited, try again in 30s", None, 30.0),
        ("Please try again in 200ms", None, 0.2),
        ("Retry-After: 2m", None, 120.0),
        ("try again in a moment", None, None),
        ("429", {"retryAfter": "soon"}, None),
        ("429", {"retryAfter": True}, None),
    ],
)
def test_how_long_the_server_asks_to_be_left_alone(text: str, data: object, seconds: float | None) -> None:
    assert facts_from(text, data).retry_after_seconds == seconds


@pytest.mark.parametrize(
    ("exit_code", "stderr", "code"),
    [
        (0, "", "agent_gave_no_answer"),
        (1, "boom", "agent_crashed"),
        (-9, "", "agent_crashed"),
        (-25, "", "out_of_disk"),
        (1, "Error: ENOSPC: no space left on device, open '/x'\n    at fs.js\n", "out_of_disk"),
        (1, "Not logged in. Please run /login", "agent_not_signed_in"),
        (1, "Your credit balance is too low to access the API", "agent_out_of_credit"),
        (1, "429 somewhere in a log\n", "agent_crashed"),
    ],
)
def test_an_agent_that_ended_by_how_it_ended(exit_code: int, stderr: str, code: str) -> None:
    error = ended_error(exit_code, stderr, PROFILE)
    assert error.code == code
    assert stderr.strip() in error.message


def test_an_error_noted_in_passing_is_the_end_of_a_turn_that_seemed_well() -> None:
    trouble = TurnTrouble(ErrorProfile(trouble_key="codex"))
    assert trouble.error() is None
    noted = {"codexErrorInfo": {"responseStreamDisconnected": {"httpStatusCode": 429}}}
    trouble.note(_said("Let me look."))
    trouble.note({"sessionUpdate": "session_info_update", "_meta": {"codex": {"error": noted}}})
    assert trouble.error() is None
    status = {"threadStatus": {"type": "systemError"}}
    trouble.note({"sessionUpdate": "session_info_update", "_meta": {"codex": status}})
    trouble.note(_said("exceeded retry limit"))
    error = trouble.error()
    assert error is not None
    assert (error.code, error.message) == ("rate_limited", "exceeded retry limit")


def test_an_error_told_as_the_answer_is_known_by_its_form() -> None:
    profile = ErrorProfile(errors_told_as_answers=(r"^Ran into this error: ",))
    trouble = TurnTrouble(profile)
    trouble.note(_said("I read: Ran into this error: 500"))
    assert trouble.error() is None
    trouble.note({"sessionUpdate": "tool_call"})
    trouble.note(_said("Ran into this error: Server error 500."))
    error = trouble.error()
    assert error is not None
    assert error.code == "model_unavailable"
    assert TurnTrouble(ErrorProfile()).error() is None


def _said(text: str) -> dict[str, object]:
    return {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": text}}
