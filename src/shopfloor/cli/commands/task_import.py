"""`shopfloor task import`: issues of a project's repository become tasks."""

from typing import Any

import click

from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.projects import find_project_id, project_option
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import one_line


@click.command("import", cls=FloorCommand)
@click.argument("numbers", nargs=-1, type=click.IntRange(min=1), metavar="[ISSUE]...")
@project_option
@click.option("--all", "takes_all", is_flag=True, help="All issues that are open.")
@click.option("--label", metavar="TEXT", help="All open issues with this label.")
def import_issues(
    desk: Desk, numbers: tuple[int, ...], project: str | None, takes_all: bool, label: str | None
) -> None:
    """Make tasks of GitHub issues. Those that are on the board already are left alone.

    \b
    Examples:
      shopfloor task import 42 57 --project app
      shopfloor task import --label bug
    """
    if bool(numbers) == (takes_all or label is not None):
        raise click.UsageError("Give the numbers of issues, or --all, or --label.")
    body = {"numbers": list(numbers)} if numbers else {"label": label}
    with desk.floor() as floor:
        path = f"projects/{find_project_id(floor, project)}/tasks/import-issues"
        found = floor.post(path, {name: value for name, value in body.items() if value is not None})
    desk.show(found, lambda terminal: _print_imported(terminal, found))


def _print_imported(terminal: Terminal, found: dict[str, Any]) -> None:
    for task in found["tasks"]:
        terminal.line(f"{task['task_id']}  #{task['github_issue_number']}  {one_line(task['title'])}")
    if found["already_known"]:
        known = ", ".join(f"#{number}" for number in found["already_known"])
        terminal.line(f"On the board already: {known}")
    if not found["tasks"] and not found["already_known"]:
        terminal.line("No open issue fits.")
