"""Claude's tools as the Agent Client Protocol tells of them. Pure."""

from collections.abc import Mapping

from shopfloor.agent_executor.json_lines import Json

_KINDS = {
    **dict.fromkeys(("Read", "NotebookRead", "LS"), "read"),
    **dict.fromkeys(("Edit", "MultiEdit", "Write", "NotebookEdit"), "edit"),
    **dict.fromkeys(("Bash", "BashOutput", "KillShell", "PowerShell"), "execute"),
    **dict.fromkeys(("Grep", "Glob", "ToolSearch", "WebSearch"), "search"),
    "WebFetch": "fetch",
    **dict.fromkeys(("Task", "Agent", "TodoWrite"), "think"),
    **dict.fromkeys(("EnterPlanMode", "ExitPlanMode"), "switch_mode"),
}
_TELLING_INPUTS = ("command", "file_path", "notebook_path", "path", "pattern", "query", "url", "description", "skill")
_LONGEST_TITLE = 200


def started(tool_call_id: str, name: str) -> dict[str, Json]:
    return {
        "sessionUpdate": "tool_call",
        "toolCallId": tool_call_id,
        "title": name,
        "kind": kind_of(name),
        "status": "pending",
    }


def known(tool_call_id: str, name: str, given: Mapping[str, Json]) -> dict[str, Json]:
    """Once all of its input is there."""
    return {
        "sessionUpdate": "tool_call_update",
        "toolCallId": tool_call_id,
        "title": title_of(name, given),
        "kind": kind_of(name),
        "status": "in_progress",
        "locations": locations_of(given),
        "rawInput": given,
    }


def ended(tool_call_id: str, content: Json, *, failed: bool) -> dict[str, Json]:
    text = text_of(content)
    return {
        "sessionUpdate": "tool_call_update",
        "toolCallId": tool_call_id,
        "status": "failed" if failed else "completed",
        "rawOutput": text,
        "content": [{"type": "content", "content": {"type": "text", "text": text}}] if text else [],
    }


def kind_of(name: str) -> str:
    return _KINDS.get(name, "other")


def title_of(name: str, given: Mapping[str, Json]) -> str:
    told = next((given[key] for key in _TELLING_INPUTS if isinstance(given.get(key), str) and given[key]), None)
    line = " ".join(str(told).split()) if told is not None else ""
    return f"{name}: {line}"[:_LONGEST_TITLE] if line else name


def locations_of(given: Mapping[str, Json]) -> list[Json]:
    paths = [given[key] for key in ("file_path", "notebook_path", "path") if isinstance(given.get(key), str)]
    return [{"path": path} for path in paths]


def plan_of(given: Mapping[str, Json]) -> dict[str, Json] | None:
    """The to-do list some versions keep, as a plan."""
    todos = given.get("todos")
    if not isinstance(todos, list):
        return None
    entries = [
        {"content": str(todo.get("content") or ""), "status": todo.get("status") or "pending", "priority": "medium"}
        for todo in todos
        if isinstance(todo, dict)
    ]
    return {"sessionUpdate": "plan", "entries": entries}


def text_of(content: Json) -> str:
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    return "\n".join(str(block["text"]) for block in blocks if isinstance(block, dict) and "text" in block)
