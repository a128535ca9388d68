"""`shopfloor secrets`: tokens and keys the platform uses, stored encrypted."""

from typing import Any
from urllib.parse import quote

import click

from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.exit_codes import ExitCode
from shopfloor.cli.failures import CommandFailed
from shopfloor.cli.projects import optional_project_id
from shopfloor.cli.shell import Shell
from shopfloor.cli.table import Column, print_table
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import age, parse_time

_COLUMNS = (Column("NAME"), Column("HOLDS FOR"), Column("SET"))
_of_project = click.option("--project", metavar="PROJECT", help="Only for this project's orders: its id or name.")


@click.group("secrets", short_help="Store tokens and keys, encrypted.")
def secrets() -> None:
    """Store tokens and keys, encrypted. A value goes in and is never shown again.

    \b
    Examples:
      shopfloor secrets set github_token          asks for the value
      gh auth token | shopfloor secrets set github_token
      shopfloor secrets list
      shopfloor secrets remove github_token
    """


@secrets.command("list", cls=FloorCommand)
@_of_project
def list_secrets(desk: Desk, project: str | None) -> None:
    """List the names of what is stored."""
    with desk.floor() as floor:
        page = floor.get("secrets", project_id=optional_project_id(floor, project))
    desk.show(page, lambda terminal: _print(terminal, page["secrets"]))


def _print(terminal: Terminal, found: list[dict[str, Any]]) -> None:
    if not found:
        terminal.line("No secrets are stored. Store one: shopfloor secrets set github_token")
        return
    print_table(terminal, _COLUMNS, [[s["name"], s["scope"], age(parse_time(s["updated_at"]))] for s in found])


@secrets.command("set", cls=FloorCommand)
@click.argument("name")
@_of_project
def set_secret(desk: Desk, name: str, project: str | None) -> None:
    """Store a secret or replace its value, which is typed unseen or read from standard input."""
    value = _read_value(desk.shell, name)
    with desk.floor() as floor:
        stored = floor.put(_path(name), {"value": value}, project_id=optional_project_id(floor, project))
    desk.show(stored, lambda terminal: terminal.line(f"{name}  stored"))


@secrets.command("remove", cls=FloorCommand)
@click.argument("name")
@_of_project
def remove_secret(desk: Desk, name: str, project: str | None) -> None:
    """Forget a secret."""
    with desk.floor() as floor:
        floor.delete(_path(name), project_id=optional_project_id(floor, project))
    desk.show({"name": name, "deleted": True}, lambda terminal: terminal.line(f"{name}  removed"))


def _path(name: str) -> str:
    return f"secrets/{quote(name, safe='')}"


def _read_value(shell: Shell, name: str) -> str:
    if shell.is_interactive:
        value = str(click.prompt(f"Value of {name}", hide_input=True, err=True))
    else:
        value = shell.stdin.read()
    if not value.strip():
        raise CommandFailed(f"No value for {name} was given.", exit_code=ExitCode.USAGE)
    return value.strip()
