"""What an agent may do without a person: pure rules over its request."""

import os.path
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

from shopfloor.domain.agent_updates import PermissionOption, PermissionRequest
from shopfloor.domain.work_order import PermissionPolicy


class Decision(StrEnum):
    ALLOW = "allow"
    REJECT = "reject"
    ASK = "ask"


_LOOKS = frozenset({"read", "search", "think"})
_EDITS = frozenset({"edit", "move", "delete"})
_PATH_FIELDS = ("file_path", "filePath", "filepath", "path", "notebook_path")
_ANSWERS = {
    "once": "allow_once",
    "allow": "allow_once",
    "always": "allow_always",
    "reject": "reject_once",
    "deny": "reject_once",
    "never": "reject_always",
}


def tool_kind(request: PermissionRequest) -> str:
    """As the protocol names it: read, edit, delete, move, search, execute, think, fetch, other."""
    return str(request.tool_call.get("kind") or "other")


def decide(policy: PermissionPolicy, request: PermissionRequest, workspace_path: str) -> Decision:
    match policy:
        case PermissionPolicy.ALLOW_ALL:
            return Decision.ALLOW
        case PermissionPolicy.DENY:
            return Decision.REJECT
        case PermissionPolicy.ALLOW_EDITS if _stays_inside(request, workspace_path):
            return Decision.ALLOW
    return Decision.ASK


def only_looks(request: PermissionRequest, workspace_path: str) -> bool:
    """Whether it reads, inside the workspace."""
    inside = all(_is_inside(path, workspace_path) for path in _paths_of(request.tool_call))
    return inside and tool_kind(request) in _LOOKS


def remembered_as(request: PermissionRequest) -> str:
    """What an answer for always is about: a kind of tool; where that says nothing, this very question."""
    kind = tool_kind(request)
    return f"other:{request.title}" if kind == "other" else kind


def option_for(decision: Decision, options: Sequence[PermissionOption]) -> PermissionOption | None:
    return next((option for option in options if option.kind.startswith(decision.value)), None)


def chosen_option(answer: str, options: Sequence[PermissionOption]) -> PermissionOption | None:
    """By its id, its kind, or a word: once, always, reject. Where a shade is not offered, the plain one is meant."""
    kind = _ANSWERS.get(answer.strip().lower(), answer)
    exact = next((option for option in options if answer in (option.option_id, option.kind)), None)
    by_word = next((option for option in options if option.kind == kind), None)
    if exact or by_word or kind == answer:
        return exact or by_word
    return next((option for option in options if option.kind.startswith(kind.partition("_")[0])), None)


def _stays_inside(request: PermissionRequest, workspace_path: str) -> bool:
    kind = tool_kind(request)
    paths = list(_paths_of(request.tool_call))
    is_inside = all(_is_inside(path, workspace_path) for path in paths)
    return is_inside and (kind in _LOOKS or (kind in _EDITS and bool(paths)))


def _is_inside(path: str, workspace_path: str) -> bool:
    """By the words alone: links are the sandbox's business."""
    workspace = os.path.normpath(workspace_path)
    full = os.path.normpath(os.path.join(workspace, path))  # noqa: PTH118 - a path inside the sandbox, not here
    return full == workspace or full.startswith(workspace + "/")


def _paths_of(tool_call: Mapping[str, Any]) -> Iterator[str]:
    for name in ("locations", "content"):
        entries = tool_call.get(name)
        for entry in entries if isinstance(entries, Sequence) and not isinstance(entries, str) else ():
            if isinstance(entry, Mapping) and isinstance(entry.get("path"), str):
                yield entry["path"]
    raw_input = tool_call.get("rawInput")
    if isinstance(raw_input, Mapping):
        yield from (raw_input[name] for name in _PATH_FIELDS if isinstance(raw_input.get(name), str))
