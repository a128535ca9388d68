"""`shopfloor task`: the cards of a project's board."""

from typing import Any

import click

from shopfloor.cli.choices import WORKFLOW
from shopfloor.cli.commands.following import follow_to_the_end, leave_with
from shopfloor.cli.commands.task_cards import PRIORITIES, archive_done, choose, comment, delete, edit
from shopfloor.cli.commands.task_import import import_issues
from shopfloor.cli.commands.task_reviews import approve, review, send_back
from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.exit_codes import EXIT_CODES_HELP
from shopfloor.cli.orders import get_order
from shopfloor.cli.projects import find_project_id, project_option
from shopfloor.cli.table import Column, print_table
from shopfloor.cli.task_lookup import find_task
from shopfloor.cli.task_view import print_history, print_task
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import one_line
from shopfloor.domain.task import TaskStatus

_COLUMNS = (Column("ID"), Column("COLUMN"), Column("PRIORITY"), Column("TITLE", gives_way=True), Column("SESSION"))
_STATUSES = click.Choice([each.value for each in TaskStatus])


@click.group("task", short_help="Work with the tasks on a project's board.")
def task() -> None:
    """Work with the tasks on a project's board.

    PROJECT is a project's id or name; it can be left out where there is only one.

    \b
    Examples:
      shopfloor task add "Add a README file" --project app
      shopfloor task run tk-abc12345 --follow
      shopfloor task run tk-abc12345 --agent claude --agent codex
      shopfloor task move tk-abc12345 human_review
      shopfloor task import 42 57 --project app
    """


@task.command("add", cls=FloorCommand)
@click.argument("title")
@project_option
@click.option("--description", default="", metavar="TEXT", help="What to do, as markdown. '-' reads standard input.")
@click.option("--priority", type=PRIORITIES, default="none", show_default=True)
@click.option("--label", "labels", multiple=True, metavar="TEXT", help="May be given more than once.")
@click.option("--assignee", metavar="NAME")
@click.option("--issue", "github_issue_number", metavar="NUMBER", help="A GitHub issue it belongs to.")
def add(desk: Desk, title: str, project: str | None, description: str, **values: Any) -> None:
    """Put a task on the board."""
    text = desk.shell.stdin.read() if description == "-" else description
    body = {name: value for name, value in values.items() if value not in (None, ())}
    with desk.floor() as floor:
        made = floor.post(
            f"projects/{find_project_id(floor, project)}/tasks", {"title": title, "description": text, **_listed(body)}
        )
    desk.show(made, lambda terminal: terminal.line(f"{made['task_id']}  {made['title']}"))


def _listed(body: dict[str, Any]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in body.items()}


@task.command("list", cls=FloorCommand)
@project_option
@click.option("--status", type=_STATUSES, help="Only this column.")
@click.option("--search", metavar="TEXT", help="Only tasks with this text.")
@click.option("--archived", is_flag=True, help="Those that were put away.")
def list_tasks(desk: Desk, project: str | None, status: str | None, search: str | None, archived: bool) -> None:
    """List the tasks, column by column."""
    query = {"status": status, "q": search, "archived": archived or None}
    with desk.floor() as floor:
        page = floor.get(f"projects/{find_project_id(floor, project)}/tasks", **query)
    desk.show(page, lambda terminal: _print_tasks(terminal, page["tasks"]))


def _print_tasks(terminal: Terminal, tasks: list[dict[str, Any]]) -> None:
    if not tasks:
        terminal.line('No tasks. Add one: shopfloor task add "Add a README file"')
        return
    order = [each.value for each in TaskStatus]
    rows = sorted(tasks, key=lambda each: (order.index(each["status"]), each["position"]))
    print_table(
        terminal,
        _COLUMNS,
        [
            [
                each["task_id"],
                each["status"],
                "" if each["priority"] == "none" else each["priority"],
                one_line(each["title"]),
                each["sessions"][0]["session_id"] if each["sessions"] else "",
            ]
            for each in rows
        ],
    )


@task.command("show", cls=FloorCommand)
@click.argument("task_id", metavar="TASK")
@project_option
def show(desk: Desk, task_id: str, project: str | None) -> None:
    """Show a task."""
    with desk.floor() as floor:
        _, found = find_task(floor, task_id, project)
    desk.show(found, lambda terminal: print_task(terminal, found))


@task.command("move", cls=FloorCommand)
@click.argument("task_id", metavar="TASK")
@click.argument("status", type=_STATUSES)
@project_option
@click.option("--above", "above_task_id", metavar="TASK", help="Right above this one.")
@click.option("--below", "below_task_id", metavar="TASK", help="Right below this one.  [default: at the end]")
def move(desk: Desk, task_id: str, status: str, project: str | None, **beside: str | None) -> None:
    """Move a task to another column, or within its own.

    To in_progress starts it, from there to todo stops it; from human_review to done approves it.
    """
    with desk.floor() as floor:
        path, _ = find_task(floor, task_id, project)
        moved = floor.post(f"{path}/move", {"status": status} | {name: each for name, each in beside.items() if each})
    desk.show(moved, lambda terminal: terminal.line(f"{task_id}  {moved['task']['status']}"))


@task.command("run", cls=FloorCommand, epilog=EXIT_CODES_HELP)
@click.argument("task_id", metavar="TASK")
@project_option
@click.option("--agent", "agents", multiple=True, metavar="NAME[:MODEL]", help="More than once: attempts in parallel.")
@click.option("--model", metavar="NAME", help="Of attempts that name none.")
@click.option("--workflow", "workflow_type", type=WORKFLOW)
@click.option("--follow/--detach", "follows", default=None, help="Watch until it is done, or return at once.")
def run(desk: Desk, task_id: str, project: str | None, agents: tuple[str, ...], **values: Any) -> None:
    """Have an agent carry a task out."""
    follows = values.pop("follows")
    body = {name: value for name, value in values.items() if value is not None}
    if agents:
        body["attempts"] = [_attempt(agent) for agent in agents]
    with desk.floor(with_worker=follows is not False) as floor:
        path, _ = find_task(floor, task_id, project)
        begun = floor.post(f"{path}/execute", body)
        if not (floor.is_embedded if follows is None else follows):
            ids = "  ".join(each["session_id"] for each in begun["sessions"])
            desk.show(begun, lambda terminal: terminal.line(f"{task_id}  {ids}"))
            return
        exit_code = follow_to_the_end(desk, floor, get_order(floor, begun["session_id"]), after=0, verbose=False)
    leave_with(exit_code)


def _attempt(named: str) -> dict[str, str]:
    agent, _, model = named.partition(":")
    return {"agent": agent} | ({"model": model} if model else {})


@task.command("stop", cls=FloorCommand)
@click.argument("task_id", metavar="TASK")
@project_option
def stop(desk: Desk, task_id: str, project: str | None) -> None:
    """Stop the agents that work on a task: it goes back to todo, or from ai_review on to human_review."""
    with desk.floor() as floor:
        path, _ = find_task(floor, task_id, project)
        stopped = floor.post(f"{path}/stop", {})
    desk.show(stopped, lambda terminal: terminal.line(f"{task_id}  {stopped['status']}"))


@task.command("history", cls=FloorCommand)
@click.argument("task_id", metavar="TASK")
@project_option
def history(desk: Desk, task_id: str, project: str | None) -> None:
    """List a task's executions, newest first."""
    with desk.floor() as floor:
        path, _ = find_task(floor, task_id, project)
        page = floor.get(f"{path}/sessions")
    desk.show(page, lambda terminal: print_history(terminal, page["sessions"]))


for _command in (edit, comment, choose, delete, archive_done, import_issues, review, approve, send_back):
    task.add_command(_command)
