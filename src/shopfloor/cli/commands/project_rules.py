"""`shopfloor project rules`: what GitHub's webhooks set off in a project."""

from typing import Any

import click

from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.orders import AnyFunction
from shopfloor.cli.projects import project_argument, project_path
from shopfloor.cli.table import print_facts
from shopfloor.cli.terminal import Terminal

_SWITCHES = {
    "comments": "`/shopfloor …` in a comment files a work order, or tells the agent whose pull request it is.",
    "reviews": "Reviews of an order's pull request go to its agent and are answered.",
    "issue_updates": "A task follows its issue: state, words, labels, comments.",
    "new_issues": "An issue that somebody opens becomes a task.",
    "done_closes_issue": "A task that is done closes its issue.",
}
_TEXTS = {
    "issue_label": ("LABEL", "This label on an issue files a work order for it."),
    "review_requests_to": ("LOGIN", "A review asked of this user files a work order."),
    "push_prompt": ("TEXT", "A push to the base branch files a work order with this prompt."),
}


def _rule_options(command: AnyFunction) -> AnyFunction:
    for name, (metavar, text) in reversed(_TEXTS.items()):
        option = f"--{name.replace('_', '-')}"
        command = click.option(option, name, metavar=metavar, help=f'{text}  "" for none.')(command)
    for name, text in reversed(_SWITCHES.items()):
        words = name.replace("_", "-")
        command = click.option(f"--{words}/--no-{words}", name, default=None, help=text)(command)
    return command


@click.command("rules", cls=FloorCommand)
@project_argument
@_rule_options
def rules(desk: Desk, project: str, **values: Any) -> None:
    """Show what GitHub's webhooks set off in a project, or set it.

    Only those who may push to the repository can start work. Rules that are not named stay as they are.

    \b
    Examples:
      shopfloor project rules app
      shopfloor project rules app --issue-label shopfloor --no-comments
    """
    changes = {name: value or None if name in _TEXTS else value for name, value in values.items() if value is not None}
    with desk.floor() as floor:
        path = project_path(floor, project)
        found = floor.get(path)
        if changes:
            wanted = {"webhook_rules": {**found["webhook_rules"], **changes}}
            found = floor.patch(path, wanted)
    rules_set = found["webhook_rules"]
    desk.show(rules_set, lambda terminal: _print_rules(terminal, rules_set))


def _print_rules(terminal: Terminal, found: dict[str, Any]) -> None:
    print_facts(terminal, [(name.replace("_", "-"), _word(value)) for name, value in found.items()])


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if value else "none"
