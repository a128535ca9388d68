"""A command file, checked. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from shopfloor.command_loader.front_matter import FrontMatterError, split_front_matter
from shopfloor.errors import CommandFileInvalid

MAX_BYTES = 256 * 1024

_PLACEHOLDER = re.compile(r"\$(ARGUMENTS|[1-9]|[A-Z][A-Z_]*[A-Z])(?!\w)")


@dataclass(frozen=True, slots=True)
class CommandFile:
    name: str
    path: str
    body: str
    is_builtin: bool
    description: str | None = None
    argument_hint: str | None = None
    model: str | None = None
    allowed_tools: tuple[str, ...] = ()


def parse_command_file(name: str, path: str, content: bytes, *, is_builtin: bool = False) -> CommandFile:
    """Raises CommandFileInvalid, which names the file, the line and the reason."""
    text = _decoded(path, content)
    try:
        fields, body = split_front_matter(text)
    except FrontMatterError as exc:
        raise invalid(path, exc.line, exc.reason) from exc
    if not body.strip():
        raise invalid(path, text.count("\n") + 1, "there is no text that could be a prompt")
    return CommandFile(
        name=name,
        path=path,
        body=body.strip() + "\n",
        is_builtin=is_builtin,
        description=_text_field(path, text, fields, "description"),
        argument_hint=_text_field(path, text, fields, "argument-hint"),
        model=_text_field(path, text, fields, "model"),
        allowed_tools=_tools(path, text, fields),
    )


def render(
    command: CommandFile,
    arguments: str,
    *,
    positional: Sequence[str] | None = None,
    variables: Mapping[str, str] | None = None,
) -> str:
    """The prompt: `$ARGUMENTS` is all of the arguments, `$1` to `$9` are their words (or those given), and `$NAME` is
    a variable that is given. What is put in is never looked at again. A file that has no place for the arguments gets
    them at its end.
    """
    words = arguments.split() if positional is None else positional
    values = {**(variables or {}), "ARGUMENTS": arguments}

    def value_of(match: re.Match[str]) -> str:
        name = match[1]
        if name.isdigit():
            return words[int(name) - 1] if int(name) <= len(words) else ""
        return values.get(name, match[0])

    takes_arguments = any(found == "ARGUMENTS" or found.isdigit() for found in _PLACEHOLDER.findall(command.body))
    prompt = _PLACEHOLDER.sub(value_of, command.body)
    return prompt if takes_arguments or not arguments.strip() else f"{prompt}\n{arguments}\n"


def invalid(path: str, line: int, reason: str) -> CommandFileInvalid:
    return CommandFileInvalid(f"The command file {path} cannot be used (line {line}): {reason}.")


def _decoded(path: str, content: bytes) -> str:
    if len(content) > MAX_BYTES:
        raise invalid(path, 1, f"it is larger than {MAX_BYTES // 1024} KiB")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        raise invalid(path, content.count(b"\n", 0, exc.start) + 1, "it is not UTF-8 text") from exc
    if "\0" in text:
        raise invalid(path, text[: text.index("\0")].count("\n") + 1, "it contains a NUL character")
    return text.replace("\r\n", "\n")


def _text_field(path: str, text: str, fields: Mapping[str, object], name: str) -> str | None:
    value = fields.get(name)
    if value is None or isinstance(value, str):
        return value or None
    if isinstance(value, dict | list):
        raise invalid(path, _line_of(text, name), f"`{name}` must be text")
    return str(value)


def _tools(path: str, text: str, fields: Mapping[str, object]) -> tuple[str, ...]:
    value = fields.get("allowed-tools")
    if value is None:
        return ()
    if isinstance(value, str):
        return tuple(tool.strip() for tool in value.split(",") if tool.strip())
    if isinstance(value, list) and all(isinstance(tool, str) for tool in value):
        return tuple(value)
    raise invalid(path, _line_of(text, "allowed-tools"), "`allowed-tools` must be a list of names")


def _line_of(text: str, field: str) -> int:
    return next((number for number, line in enumerate(text.split("\n"), 1) if line.startswith(f"{field}:")), 1)
