"""From the wire of the Agent Client Protocol to our own values. Pure, and quick for text: there is a lot of it."""

import secrets
from collections.abc import Mapping
from dataclasses import replace

from shopfloor.agent_executor.json_lines import Json
from shopfloor.domain.agent_updates import (
    AgentUpdate,
    PermissionOption,
    PermissionRequest,
    PlanUpdate,
    RawUpdate,
    TextChunk,
    ToolCallUpdate,
)
from shopfloor.domain.work_order import Usage, UsageSource

_TOOL_CALL_FIELDS = {
    "title": "title",
    "kind": "kind",
    "status": "status",
    "locations": "locations",
    "content": "content",
    "rawInput": "input",
    "rawOutput": "output",
}


def update_from_wire(update: Mapping[str, Json]) -> AgentUpdate | None:
    """None for what says nothing new: the echo of our own prompt."""
    name = update.get("sessionUpdate")
    if name == "agent_message_chunk" or name == "agent_thought_chunk":
        content = update.get("content")
        if isinstance(content, dict) and type(text := content.get("text")) is str:
            return TextChunk("message" if name == "agent_message_chunk" else "thought", text)
    elif name == "tool_call" or name == "tool_call_update":
        return _tool_call(update)
    elif name == "plan":
        return _plan(update)
    elif name == "user_message_chunk":
        return None
    return _raw(update)


def permission_from_wire(params: Mapping[str, Json]) -> PermissionRequest:
    tool_call = params.get("toolCall")
    tool_call = tool_call if isinstance(tool_call, dict) else {}
    options = params.get("options")
    return PermissionRequest(
        permission_id=f"pm-{secrets.token_hex(6)}",
        title=str(tool_call.get("title") or "The agent asks for permission."),
        options=tuple(_option(option) for option in options if isinstance(option, dict))
        if isinstance(options, list)
        else (),
        tool_call=tool_call,
    )


def turn_usage_from_wire(result: Mapping[str, Json], cost_usd: float | None) -> Usage | None:
    """What a turn used, by the answer to its prompt; the cost is known from elsewhere."""
    usage = result.get("usage")
    usage = usage if isinstance(usage, dict) else _quota(result.get("_meta"))
    known = Usage(
        input_tokens=_count(usage.get("inputTokens", usage.get("input_tokens"))),
        output_tokens=_count(usage.get("outputTokens", usage.get("output_tokens"))),
        total_tokens=_count(usage.get("totalTokens")),
        cost_usd=cost_usd,
    )
    return None if known == Usage() else replace(known, source=UsageSource.AGENT)


def _quota(meta: Json) -> Mapping[str, Json]:
    """Where agents without a `usage` of their own tell it."""
    quota = meta.get("quota") if isinstance(meta, dict) else None
    counts = quota.get("token_count") if isinstance(quota, dict) else None
    return counts if isinstance(counts, dict) else {}


def context_from_wire(update: Mapping[str, Json]) -> tuple[int | None, int | None]:
    """Tokens that are in the context now, and how many fit in."""
    return _count(update.get("used")), _count(update.get("size"))


def cost_from_wire(update: Mapping[str, Json]) -> float | None:
    """What the whole session has cost so far. Other currencies than the dollar are not converted."""
    cost = update.get("cost")
    if not isinstance(cost, dict) or cost.get("currency") != "USD":
        return None
    amount = cost.get("amount")
    return float(amount) if isinstance(amount, int | float) and not isinstance(amount, bool) else None


def _tool_call(update: Mapping[str, Json]) -> AgentUpdate:
    tool_call_id = update.get("toolCallId")
    if not isinstance(tool_call_id, str):
        return _raw(update)
    changes = {ours: update[theirs] for theirs, ours in _TOOL_CALL_FIELDS.items() if update.get(theirs) is not None}
    return ToolCallUpdate(tool_call_id, changes)


def _plan(update: Mapping[str, Json]) -> AgentUpdate:
    entries = update.get("entries")
    if not isinstance(entries, list):
        return _raw(update)
    return PlanUpdate(tuple(entry for entry in entries if isinstance(entry, dict)))


def _raw(update: Mapping[str, Json]) -> RawUpdate:
    return RawUpdate(str(update.get("sessionUpdate")), update)


def _option(option: Mapping[str, Json]) -> PermissionOption:
    return PermissionOption(
        option_id=str(option.get("optionId") or ""),
        name=str(option.get("name") or ""),
        kind=str(option.get("kind") or ""),
    )


def _count(value: Json) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
