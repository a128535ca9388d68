"""A permission Claude asks for, and what it is told. Pure."""

from collections.abc import Mapping

from shopfloor.agent_executor.claude_stream.tool_calls import kind_of, locations_of, title_of
from shopfloor.agent_executor.json_lines import Json

_REFUSED = "The user does not want this to be done. Do not try it in another way."
_STOPPED = "The user has stopped the work."


def asked(session_id: str, request: Mapping[str, Json]) -> dict[str, Json]:
    name, given = str(request.get("tool_name") or ""), _input_of(request)
    tool_call = {
        "toolCallId": request.get("tool_use_id"),
        "title": str(request.get("title") or title_of(name, given)),
        "kind": kind_of(name),
        "status": "pending",
        "locations": locations_of(given),
        "rawInput": given,
    }
    options = [_option("allow_once", "Allow")]
    if _suggestions_in(request):
        options.append(_option("allow_always", "Always allow"))
    options.append(_option("reject_once", "Reject"))
    return {"sessionId": session_id, "toolCall": tool_call, "options": options}


def answered(request: Mapping[str, Json], answer: Json) -> dict[str, Json]:
    """What is told to Claude. No answer at all means that the turn is being ended."""
    outcome = answer.get("outcome") if isinstance(answer, dict) else None
    chosen = outcome.get("optionId") if isinstance(outcome, dict) else None
    if chosen in ("allow_once", "allow_always"):
        always = {"updatedPermissions": _suggestions_in(request)} if chosen == "allow_always" else {}
        return {"behavior": "allow", "updatedInput": _input_of(request), **always}
    if chosen is None:
        return {"behavior": "deny", "message": _STOPPED, "interrupt": True}
    return {"behavior": "deny", "message": _REFUSED}


def _option(option_id: str, name: str) -> Json:
    return {"optionId": option_id, "name": name, "kind": option_id}


def _input_of(request: Mapping[str, Json]) -> Mapping[str, Json]:
    given = request.get("input")
    return given if isinstance(given, dict) else {}


def _suggestions_in(request: Mapping[str, Json]) -> list[Json]:
    suggestions = request.get("permission_suggestions")
    return suggestions if isinstance(suggestions, list) else []
