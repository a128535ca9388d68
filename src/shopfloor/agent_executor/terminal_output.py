"""What a command prints, from agents that tell it piece by piece beside the protocol, in `_meta` of a tool call."""

from collections.abc import Mapping

from shopfloor.agent_executor.json_lines import Json
from shopfloor.domain.agent_updates import AgentUpdate, ToolCallUpdate

_KEYS = ("terminal_output_delta", "terminal_output")
_KEPT_CHARACTERS = 64 * 1024


class TerminalOutput:
    """Of one turn. Of what a command prints without end, the last part is kept."""

    def __init__(self) -> None:
        self._printed: dict[str, str] = {}

    def put_into(self, update: AgentUpdate, wire: Mapping[str, Json]) -> AgentUpdate:
        meta = wire.get("_meta")
        if not isinstance(update, ToolCallUpdate) or not isinstance(meta, dict):
            return update
        changes = dict(update.changes)
        if printed := "".join(_texts(meta)):
            so_far = self._printed.get(update.tool_call_id, "") + printed
            self._printed[update.tool_call_id] = so_far[-_KEPT_CHARACTERS:]
            changes.setdefault("output", self._printed[update.tool_call_id])
        if "status" in changes and changes["status"] in ("completed", "failed"):
            self._printed.pop(update.tool_call_id, None)
        return ToolCallUpdate(update.tool_call_id, changes)


def _texts(meta: Mapping[str, Json]) -> list[str]:
    told = [meta.get(key) for key in _KEYS]
    return [str(part["data"]) for part in told if isinstance(part, dict) and isinstance(part.get("data"), str)]
