"""`shopfloor task import`: issues of a project's repository become tasks."""

from typing import Any

import click

from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.projects import find_project_id, project_option
from shopfloor.cli.table import Column, print_table
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import one_line

_LISTED = 30
_COLUMNS = (Column("ISSUE"), Column("TITLE", gives_way=True), Column("LABELS"))


@click.command("import", cls=FloorCommand)
@click.argument("numbers", nargs=-1, type=click.IntRange(min=1), metavar="[ISSUE]...")
@project_option
@click.option("--all", "takes_all", is_flag=True, help="All issues that are open.")
@click.option("--label", metavar="TEXT", help="All open issues with this label.")
def import_issues(
    desk: Desk, numbers: tuple[int, ...], project: str | None, takes_all: bool, label: str | None
) -> None:
    """Make tasks of GitHub issues. Those that are on the board already are left alone.

    Without any ISSUE, lists the newest that are open.

    \b
    Examples:
      shopfloor task import --project app
      shopfloor task import 42 57 --project app
      shopfloor task import --label bug
    """
    if numbers and (takes_all or label is not None):
        raise click.UsageError("Give the numbers of issues, or --all, or --label.")
    with desk.floor() as floor:
        path = f"projects/{find_project_id(floor, project)}"
        if not numbers and not takes_all and label is None:
            url = floor.get(path)["repository_url"]
            page = floor.get("github/issues", repository_url=url, limit=_LISTED)
            desk.show(page, lambda terminal: _print_issues(terminal, page))
            return
        body = {"numbers": list(numbers)} if numbers else {"label": label} if label else {}
        found = floor.post(f"{path}/tasks/import-issues", body)
    desk.show(found, lambda terminal: _print_imported(terminal, found))


def _print_issues(terminal: Terminal, page: dict[str, Any]) -> None:
    rows = [[f"#{each['number']}", one_line(each["title"]), ", ".join(each["labels"])] for each in page["issues"]]
    print_table(terminal, _COLUMNS, rows)
    if page["has_more"]:
        terminal.line(f"{page['total_count'] - len(rows)} more are open.")


def _print_imported(terminal: Terminal, found: dict[str, Any]) -> None:
    for task in found["tasks"]:
        terminal.line(f"{task['task_id']}  #{task['github_issue_number']}  {one_line(task['title'])}")
    if found["already_known"]:
        known = ", ".join(f"#{number}" for number in found["already_known"])
        terminal.line(f"On the board already: {known}")
    if not found["tasks"] and not found["already_known"]:
        terminal.line("No open issue fits.")
