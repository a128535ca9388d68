"""Finds, among the tools an agent offers, one for writing a file or running a command, and fills in its parameters."""

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.support.model_server.conversation import Tool

_WRITERS = ("write", "write_file", "create_file", "text_editor", "apply_patch")
_SHELLS = ("bash", "shell", "exec_command", "run_shell_command", "shell_command", "local_shell")
_PATHS = ("file_path", "filePath", "path", "absolute_path")
_CONTENTS = ("content", "file_text", "contents", "text")
_COMMANDS = ("command", "cmd", "script")


@dataclass(frozen=True, slots=True)
class ToolCall:
    name: str
    arguments: str
    """JSON, or the plain text for a freeform tool."""
    is_freeform: bool = False


class NoSuchTool(Exception):
    def __init__(self, what: str, tools: Sequence[Tool]) -> None:
        super().__init__(f"no tool for {what} among {[tool.name for tool in tools]}")


def edit_call(tools: Sequence[Tool], path: str, text: str) -> ToolCall:
    tool = _find(tools, _WRITERS)
    if tool is None:
        return shell_call(tools, f"printf '%s\\n' {shlex.quote(text)} > {shlex.quote(path)}")
    if _plain(tool.name) == "apply_patch":
        patch = f"*** Begin Patch\n*** Add File: {path}\n+{text}\n*** End Patch"
        return ToolCall(tool.name, patch, True) if tool.is_freeform else _call(tool, {"input": patch})
    arguments = {_named(tool, _PATHS): path, _named(tool, _CONTENTS): f"{text}\n"}
    if "command" in tool.parameters:
        arguments["command"] = "write"
    return _call(tool, arguments)


def shell_call(tools: Sequence[Tool], command: str) -> ToolCall:
    tool = _find(tools, _SHELLS)
    if tool is None:
        raise NoSuchTool("shell commands", tools)
    name = _named(tool, _COMMANDS)
    wants_list = tool.parameters[name].get("type") == "array"
    arguments: dict[str, Any] = {name: ["bash", "-lc", command] if wants_list else command}
    if "sandbox_permissions" in tool.parameters:
        arguments |= {"sandbox_permissions": "require_escalated", "justification": "May I run this?"}
    if "description" in tool.parameters:
        arguments["description"] = "Run a command"
    return _call(tool, arguments)


def _find(tools: Sequence[Tool], names: Sequence[str]) -> Tool | None:
    for name in names:
        for tool in tools:
            if _plain(tool.name) == name:
                return tool
    return None


def _plain(name: str) -> str:
    return name.rpartition("__")[2].lower()


def _named(tool: Tool, names: Sequence[str]) -> str:
    return next((name for name in names if name in tool.parameters), names[0])


def _call(tool: Tool, arguments: Mapping[str, Any]) -> ToolCall:
    return ToolCall(tool.name, json.dumps(arguments))
