"""`shopfloor project review`: whether agents review a project's finished tasks, and what an approval does."""

from typing import Any

import click

from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.projects import project_argument, project_path
from shopfloor.cli.table import print_facts
from shopfloor.cli.terminal import Terminal
from shopfloor.domain.ai_review import MOST_ROUNDS, OnApprove

_EFFECTS = click.Choice([*(each.value for each in OnApprove), "floor"])


@click.command("review", cls=FloorCommand)
@project_argument
@click.option("--ai", type=click.Choice(["on", "off", "floor"]), help="Review by an agent; floor: as the floor has it.")
@click.option("--agent", metavar="NAME", help="Who reviews; '' for the program that built it.")
@click.option("--model", metavar="NAME", help="Its model; '' for its usual one.")
@click.option("--rounds", type=click.IntRange(0, MOST_ROUNDS), help="How often findings go back to the builder.")
@click.option("--on-approve", type=_EFFECTS, help="What becomes of the pull request.")
def review(desk: Desk, project: str, ai: str | None, on_approve: str | None, **values: Any) -> None:
    """Show or change how a project's finished tasks are reviewed and approved.

    \b
    Examples:
      shopfloor project review app --ai on --agent codex --rounds 1
      shopfloor project review app --on-approve squash
    """
    given = {name: value or (0 if value == 0 else None) for name, value in values.items() if value is not None}
    with desk.floor() as floor:
        path = project_path(floor, project)
        found = floor.get(path)
        changes: dict[str, Any] = {}
        if ai == "floor":
            changes["ai_review"] = None
        elif ai is not None or given:
            before = found["ai_review"] or floor.get("settings")["default_ai_review"]
            is_on = {} if ai is None else {"enabled": ai == "on"}
            changes["ai_review"] = {**before, **given, **is_on}
        if on_approve is not None:
            changes["on_approve"] = None if on_approve == "floor" else on_approve
        if changes:
            found = floor.patch(path, changes)
    desk.show(found, lambda terminal: _print(terminal, found))


def _print(terminal: Terminal, project: dict[str, Any]) -> None:
    rules = project["ai_review"]
    own = {} if rules is None else {name: str(value) for name, value in rules.items() if value is not None}
    facts = {"ai_review": "as the floor has it"} if rules is None else own
    print_facts(terminal, [*facts.items(), ("on_approve", project["on_approve"] or "as the floor has it")])
