"""`shopfloor project history`, `diff` and `rollback`: the versions of a project's configuration."""

import difflib
import json
from typing import Any

import click

from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.projects import project_argument, project_path
from shopfloor.cli.table import Column, print_table
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import age, parse_time, printable

_COLUMNS = (Column("VERSION"), Column("AGE"), Column("BY"), Column("WHAT CHANGED", gives_way=True))
_COLORS = {"+": "green", "-": "red"}


@click.command("history", cls=FloorCommand)
@project_argument
@click.option("--limit", default=50, show_default=True, type=click.IntRange(1, 500), help="How many, newest first.")
def history(desk: Desk, project: str, limit: int) -> None:
    """List the versions of a project's configuration."""
    with desk.floor() as floor:
        page = floor.get(f"{project_path(floor, project)}/configuration/versions", limit=limit)
    rows = [
        [str(each["version"]), age(parse_time(each["created_at"])), each["author"] or "", _what(each)]
        for each in page["versions"]
    ]
    desk.show(page, lambda terminal: print_table(terminal, _COLUMNS, rows))


def _what(version: dict[str, Any]) -> str:
    note = "" if version["note"] == "Changed." else version["note"]
    return "  ".join(part for part in (note, ", ".join(version["changed"])) if part)


@click.command("diff", cls=FloorCommand)
@project_argument
@click.argument("before", type=click.IntRange(0), metavar="[VERSION]", required=False)
@click.argument("after", type=click.IntRange(1), metavar="[VERSION]", required=False)
def diff(desk: Desk, project: str, before: int | None, after: int | None) -> None:
    """Show what differs between two versions of a project's configuration.

    With one version: what has changed since. With none: what the last change was.
    """
    with desk.floor() as floor:
        path = project_path(floor, project)
        newest = after or floor.get(path)["version"]
        found = floor.get(f"{path}/configuration/versions/{newest}/diff", against=before)
    desk.show(found, lambda terminal: _print_differences(terminal, found))


def _print_differences(terminal: Terminal, found: dict[str, Any]) -> None:
    terminal.line(terminal.style(f"version {found['from_version']} to {found['to_version']}", dim=True))
    if not found["differences"]:
        terminal.line("Nothing differs.")
    for each in found["differences"]:
        terminal.line(terminal.style(each["field"], bold=True))
        for line in _lines(each["before"], each["after"]):
            terminal.line(terminal.style(f"  {printable(line)}", fg=_COLORS.get(line[:1])))


def _lines(before: Any, after: Any) -> list[str]:
    old, new = _text(before), _text(after)
    if len(old) > 1 or len(new) > 1:
        return [line for line in difflib.ndiff(old, new) if not line.startswith("?")]
    return [f"- {line}" for line in old] + [f"+ {line}" for line in new]


def _text(value: Any) -> list[str]:
    if value is None:
        return []
    if isinstance(value, str):
        return value.splitlines() or [""]
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return value
    return json.dumps(value, indent=2, ensure_ascii=False).splitlines()


@click.command("rollback", cls=FloorCommand)
@project_argument
@click.argument("version", type=click.IntRange(1), metavar="VERSION")
def rollback(desk: Desk, project: str, version: int) -> None:
    """Make an earlier version hold again. It becomes a new version: nothing is lost."""
    with desk.floor() as floor:
        restored = floor.post(f"{project_path(floor, project)}/configuration/versions/{version}/restore", {})
    desk.show(restored, lambda terminal: _print_restored(terminal, version, restored))


def _print_restored(terminal: Terminal, version: int, restored: dict[str, Any]) -> None:
    project_id, newest = restored["project"]["project_id"], restored["project"]["version"]
    terminal.line(f"{project_id}  holds version {version}, as {newest}")
    for name in restored["missing_secrets"]:
        terminal.line(f"  The secret {name} is gone: shopfloor secrets set {name} --project {project_id}")
