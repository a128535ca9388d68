"""Finds a phase's command: the project's own text, else the repository's file, else the one that ships with us."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Protocol

from shopfloor.command_loader.command_file import MAX_BYTES, CommandFile, invalid, parse_command_file
from shopfloor.errors import CommandFileInvalid, InvalidInput, NotFound

COMMANDS_FOLDER = ".claude/commands"
OWN_COMMANDS = ("plan", "build", "test", "review")
"""What a project can have its own text for, by short names."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")
_OTHER_NAMES = {
    "agent_workflow_build": "agent_workflow_implement",
    "agent_workflow_implement": "agent_workflow_build",
    "agent_workflow_test": "agent_workflow_validate",
    "agent_workflow_validate": "agent_workflow_test",
}


class ReadsFiles(Protocol):
    """A sandbox, or anything else with a repository's files."""

    async def read_file(self, path: str, *, max_bytes: int) -> bytes:
        """Raises NotFound where there is none."""
        ...


def is_command_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None


async def load_command(place: ReadsFiles, name: str, own: Mapping[str, str] | None = None) -> CommandFile:
    """Raises CommandFileInvalid if the file that counts is wrong: a repository's broken file is not passed over.

    `own` is the project's own text by short names, which comes first: who set it there wants it here.
    """
    if not is_command_name(name):
        raise CommandFileInvalid(f"{name!r} is not a name for a command.", hint="Letters, digits, - and _ will do.")
    candidates = [name, _OTHER_NAMES[name]] if name in _OTHER_NAMES else [name]
    short = name.removeprefix("agent_workflow_")
    if text := (own or {}).get(short):
        return own_command(short, text)
    for candidate in candidates:
        if command := await _from_repository(place, candidate):
            return command
    for candidate in candidates:
        if command := builtin_command(candidate):
            return command
    known = ", ".join(builtin_names())
    raise CommandFileInvalid(
        f"There is no command {name}.",
        hint=f"Add {COMMANDS_FOLDER}/{name}.md to the repository. Built in are: {known}.",
    )


def own_command(short: str, text: str) -> CommandFile:
    """A project's own text for a command, checked as a file of the repository would be."""
    return parse_command_file(f"agent_workflow_{short}", f"commands.{short}", text.encode("utf-8", "surrogatepass"))


def builtin_names() -> Sequence[str]:
    folder = files("shopfloor.command_loader") / "commands"
    return sorted(entry.name.removesuffix(".md") for entry in folder.iterdir() if entry.name.endswith(".md"))


@cache
def builtin_command(name: str) -> CommandFile | None:
    file = files("shopfloor.command_loader") / "commands" / f"{name}.md"
    if not file.is_file():
        return None
    return parse_command_file(name, f"{name}.md", file.read_bytes(), is_builtin=True)


async def _from_repository(place: ReadsFiles, name: str) -> CommandFile | None:
    path = f"{COMMANDS_FOLDER}/{name}.md"
    try:
        content = await place.read_file(path, max_bytes=MAX_BYTES + 1)
    except NotFound:
        return None
    except InvalidInput as exc:
        raise invalid(path, 1, exc.message.rstrip(".")) from exc
    return parse_command_file(name, path, content)
