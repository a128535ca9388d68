"""How a turn of Claude's ended, as the answer to a prompt in the Agent Client Protocol. Pure."""

from collections.abc import Iterable, Mapping

from shopfloor.agent_executor.claude_stream.speech import Speech
from shopfloor.agent_executor.json_lines import Json

_INTERNAL_ERROR = -32603
_AUTHENTICATION_REQUIRED = -32000
_RATE_LIMITED = 429
_STOP_REASONS = {"max_tokens": "max_tokens", "refusal": "refusal", "model_context_window_exceeded": "max_tokens"}
_TURNS_USED_UP = "error_max_turns"


def answer_of(result: Mapping[str, Json], speech: Speech, *, was_cancelled: bool) -> dict[str, Json]:
    """`result` or `error`."""
    if was_cancelled:
        return {"result": {"stopReason": "cancelled"}}
    if result.get("subtype") == _TURNS_USED_UP:
        return {"result": {"stopReason": "max_turn_requests", "usage": usage_of(result)}}
    if result.get("is_error") is True or result.get("subtype") != "success":
        return {"error": _error(result, speech)}
    stop_reason = _STOP_REASONS.get(str(result.get("stop_reason")), "end_turn")
    return {"result": {"stopReason": stop_reason, "usage": usage_of(result)}}


def usage_of(result: Mapping[str, Json]) -> Json:
    """Of this turn, by the model calls it made; what was read from the cache was read all the same."""
    calls = [*_models_used(result)]
    if not calls:
        return None
    read = sum(_sum_of(call, "inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens") for call in calls)
    written = sum(_sum_of(call, "outputTokens") for call in calls)
    return {"inputTokens": int(read), "outputTokens": int(written), "totalTokens": int(read + written)}


def cost_of(result: Mapping[str, Json]) -> float | None:
    """In dollars, of this turn. Unknown where it does not say which models it called."""
    if not isinstance(result.get("model_usage_since_last_result"), dict):
        return None
    return sum(_sum_of(call, "costUSD") for call in _models_used(result))


def context_size_of(result: Mapping[str, Json]) -> int | None:
    sizes = [size for call in _models_used(result) if isinstance(size := call.get("contextWindow"), int)]
    return max(sizes, default=None)


def _models_used(result: Mapping[str, Json]) -> Iterable[Mapping[str, Json]]:
    used = result.get("model_usage_since_last_result")
    return [call for call in used.values() if isinstance(call, dict)] if isinstance(used, dict) else []


def _sum_of(call: Mapping[str, Json], *names: str) -> float:
    return sum(float(value) for name in names if isinstance(value := call.get(name), int | float))


def _error(result: Mapping[str, Json], speech: Speech) -> Json:
    errors = result.get("errors")
    told = [str(error) for error in errors] if isinstance(errors, list) else []
    message = str(result.get("result") or "") or "; ".join(told) or str(result.get("subtype") or "The turn failed.")
    code = _AUTHENTICATION_REQUIRED if speech.error_kind == "authentication_failed" else _INTERNAL_ERROR
    data = {
        "errorKind": speech.error_kind,
        "statusCode": result.get("api_error_status"),
        "type": result.get("api_error_type"),
        "subtype": result.get("subtype"),
        "retryAfterMs": speech.asked_delay_ms if result.get("api_error_status") == _RATE_LIMITED else None,
    }
    return {"code": code, "message": message, "data": {name: value for name, value in data.items() if value}}
