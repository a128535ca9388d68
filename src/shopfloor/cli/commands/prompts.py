"""`shopfloor prompts`: what an order's agent was told and is still to be told."""

from typing import Any

import click

from shopfloor.cli.default_group import DefaultGroup
from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.exit_codes import ExitCode
from shopfloor.cli.failures import CommandFailed
from shopfloor.cli.floor import Floor
from shopfloor.cli.orders import find_order_id, optional_order_argument, order_argument
from shopfloor.cli.table import Cell, Column, print_table
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import age, one_line, parse_time

_COLUMNS = (Column("#"), Column("ID"), Column("STATUS"), Column("PROMPT", gives_way=True), Column("SENT"))
_COLORS = {"queued": "yellow", "sent": "cyan", "answered": "green", "withdrawn": "magenta"}


@click.group("prompts", cls=DefaultGroup, short_help="See the prompts of a work order, edit or withdraw waiting ones.")
def prompts() -> None:
    """See the prompts of a work order; edit or withdraw those that still wait.

    A prompt is meant by its number or its id.

    \b
    Examples:
      shopfloor prompts wo-abc12345
      shopfloor prompts edit wo-abc12345 2 "Use a cookie, and test it"
      shopfloor prompts withdraw wo-abc12345 2
    """


@prompts.command("show", cls=FloorCommand)
@optional_order_argument
def show(desk: Desk, order: str) -> None:
    """List the prompts. Without ID: of the newest work order."""
    with desk.floor() as floor:
        page = floor.get(_path(floor, order))
    desk.show(page, lambda terminal: _print_prompts(terminal, page["prompts"]))


@prompts.command("edit", cls=FloorCommand)
@order_argument
@click.argument("prompt", metavar="PROMPT")
@click.argument("text")
def edit(desk: Desk, order: str, prompt: str, text: str) -> None:
    """Change a prompt that still waits. TEXT "-" reads from standard input."""
    said = desk.shell.stdin.read() if text == "-" else text
    with desk.floor() as floor:
        path = _path(floor, order)
        changed = floor.patch(f"{path}/{_prompt_id(floor, path, prompt)}", {"prompt_text": said})
    desk.show(changed, lambda terminal: _print_prompts(terminal, [changed]))


@prompts.command("withdraw", cls=FloorCommand)
@order_argument
@click.argument("prompt", metavar="PROMPT")
def withdraw(desk: Desk, order: str, prompt: str) -> None:
    """Take back a prompt that still waits."""
    with desk.floor() as floor:
        path = _path(floor, order)
        prompt_id = _prompt_id(floor, path, prompt)
        floor.delete(f"{path}/{prompt_id}")
    done = {"prompt_id": prompt_id, "status": "withdrawn"}
    desk.show(done, lambda terminal: terminal.line(f"{prompt_id}  withdrawn"))


def _path(floor: Floor, order: str) -> str:
    return f"agent-work-orders/{find_order_id(floor, order)}/prompts"


def _prompt_id(floor: Floor, path: str, text: str) -> str:
    known = floor.get(path)["prompts"]
    found = next((p for p in known if text.removeprefix("#") in (p["prompt_id"], str(p["position"]))), None)
    if found is None:
        raise CommandFailed(
            f"There is no prompt {text}.", hint="`shopfloor prompts` shows what there is.", exit_code=ExitCode.USAGE
        )
    return str(found["prompt_id"])


def _print_prompts(terminal: Terminal, shown: list[dict[str, Any]]) -> None:
    if not shown:
        terminal.line("No prompts yet: there is only the task itself.")
        return
    print_table(terminal, _COLUMNS, [_row(prompt) for prompt in shown])


def _row(prompt: dict[str, Any]) -> list[Cell | str]:
    return [
        str(prompt["position"]),
        prompt["prompt_id"],
        Cell(prompt["status"], _COLORS.get(prompt["status"])),
        one_line(prompt["prompt_text"]),
        Cell(age(parse_time(prompt["sent_at"])) if prompt["sent_at"] else "", dim=True),
    ]
