"""`shopfloor task`: the cards of a project's board."""

from typing import Any

import click

from shopfloor.cli.choices import WORKFLOW
from shopfloor.cli.commands.following import follow_to_the_end, leave_with
from shopfloor.cli.commands.task_import import import_issues
from shopfloor.cli.commands.task_reviews import approve, review, send_back
from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.exit_codes import EXIT_CODES_HELP
from shopfloor.cli.orders import get_order
from shopfloor.cli.projects import find_project_id, project_option
from shopfloor.cli.table import Column, print_facts, print_table
from shopfloor.cli.task_lookup import find_task
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import one_line
from shopfloor.domain.task import TaskPriority, TaskStatus

_COLUMNS = (Column("ID"), Column("COLUMN"), Column("PRIORITY"), Column("TITLE", gives_way=True), Column("SESSION"))
_HISTORY = (Column("SESSION"), Column("STATUS"), Column("AGENT"), Column("SECONDS"), Column("WORDS", gives_way=True))
_STATUSES = click.Choice([each.value for each in TaskStatus])
_PRIORITIES = click.Choice([each.value for each in TaskPriority])


@click.group("task", short_help="Work with the tasks on a project's board.")
def task() -> None:
    """Work with the tasks on a project's board.

    PROJECT is a project's id or name; it can be left out where there is only one.

    \b
    Examples:
      shopfloor task add "Add a README file" --project app
      shopfloor task run tk-abc12345 --follow
      shopfloor task move tk-abc12345 human_review
      shopfloor task import 42 57 --project app
    """


@task.command("add", cls=FloorCommand)
@click.argument("title")
@project_option
@click.option("--description", default="", metavar="TEXT", help="What to do, as markdown. '-' reads standard input.")
@click.option("--priority", type=_PRIORITIES, default="none", show_default=True)
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
    facts = {name: value for name, value in found.items() if value not in (None, [], "") and name != "sessions"}
    if review := found["review"]:
        counts = ", ".join(f"{number} {severity}" for severity, number in review["finding_counts"].items())
        facts["review"] = "  ".join(part for part in (review["verdict"] or review["status"], counts) if part)
    if issue := found["issue"]:
        facts["issue"] = "  ".join(part for part in (f"#{issue['number']}", issue["state"], issue["url"]) if part)
    desk.show(found, lambda terminal: print_facts(terminal, [(name, str(value)) for name, value in facts.items()]))


@task.command("move", cls=FloorCommand)
@click.argument("task_id", metavar="TASK")
@click.argument("status", type=_STATUSES)
@project_option
def move(desk: Desk, task_id: str, status: str, project: str | None) -> None:
    """Move a task to another column. To in_progress starts it, from there to todo stops it."""
    with desk.floor() as floor:
        path, _ = find_task(floor, task_id, project)
        moved = floor.post(f"{path}/move", {"status": status})
    desk.show(moved, lambda terminal: terminal.line(f"{task_id}  {moved['task']['status']}"))


@task.command("run", cls=FloorCommand, epilog=EXIT_CODES_HELP)
@click.argument("task_id", metavar="TASK")
@project_option
@click.option("--agent", "agents", multiple=True, metavar="NAME", help="More than once: attempts in parallel.")
@click.option("--model", metavar="NAME")
@click.option("--workflow", "workflow_type", type=WORKFLOW)
@click.option("--follow/--detach", "follows", default=None, help="Watch until it is done, or return at once.")
def run(desk: Desk, task_id: str, project: str | None, agents: tuple[str, ...], **values: Any) -> None:
    """Have an agent carry a task out."""
    follows = values.pop("follows")
    body = {name: value for name, value in values.items() if value is not None}
    if agents:
        body["attempts"] = [{"agent": agent} for agent in agents]
    with desk.floor(with_worker=follows is not False) as floor:
        path, _ = find_task(floor, task_id, project)
        begun = floor.post(f"{path}/execute", body)
        if not (floor.is_embedded if follows is None else follows):
            desk.show(begun, lambda terminal: terminal.line(f"{task_id}  {begun['session_id']}"))
            return
        exit_code = follow_to_the_end(desk, floor, get_order(floor, begun["session_id"]), after=0, verbose=False)
    leave_with(exit_code)


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
    desk.show(page, lambda terminal: _print_history(terminal, page["sessions"]))


def _print_history(terminal: Terminal, sessions: list[dict[str, Any]]) -> None:
    if not sessions:
        terminal.line("The task has not been executed yet.")
        return
    rows = []
    for each in sessions:
        words = each["error"]["message"] if each["error"] else each["preview"] or ""
        seconds = "" if each["duration_ms"] is None else f"{each['duration_ms'] / 1000:.1f}"
        rows.append([each["session_id"], each["status"], each["agent"], seconds, one_line(words)])
    print_table(terminal, _HISTORY, rows)


for _command in (import_issues, review, approve, send_back):
    task.add_command(_command)
