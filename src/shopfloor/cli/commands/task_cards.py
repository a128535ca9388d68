"""`shopfloor task edit`, `comment`, `choose`, `delete` and `archive-done`: what stands on the cards of a board."""

from typing import Any

import click

from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.failures import CommandFailed
from shopfloor.cli.projects import find_project_id, project_option
from shopfloor.cli.task_lookup import find_task
from shopfloor.cli.text import counted, one_line
from shopfloor.domain.task import TaskPriority

PRIORITIES = click.Choice([each.value for each in TaskPriority])
_NULLABLE = ("assignee", "github_issue_number")


@click.command("edit", cls=FloorCommand)
@click.argument("task_id", metavar="TASK")
@project_option
@click.option("--title", metavar="TEXT")
@click.option("--description", metavar="TEXT", help="As markdown. '-' reads standard input.")
@click.option("--priority", type=PRIORITIES)
@click.option("--label", "labels", multiple=True, metavar="TEXT", help="Instead of those it has; '' for none.")
@click.option("--assignee", metavar="NAME", help="'' for nobody.")
@click.option("--issue", "github_issue_number", metavar="NUMBER", help="A GitHub issue it belongs to; '' for none.")
@click.option("--archive/--unarchive", "archived", default=None, help="Put it away, or take it back.")
def edit(desk: Desk, task_id: str, project: str | None, **values: Any) -> None:
    """Change what stands on a task, or put it away."""
    changes = {name: value for name, value in values.items() if value not in (None, ())}
    if not changes:
        raise click.UsageError("Nothing to change: see `shopfloor task edit --help`.")
    if changes.get("description") == "-":
        changes["description"] = desk.shell.stdin.read()
    if "labels" in changes:
        changes["labels"] = [label for label in changes["labels"] if label]
    changes |= {name: changes[name] or None for name in _NULLABLE if name in changes}
    with desk.floor() as floor:
        path, _ = find_task(floor, task_id, project)
        changed = floor.patch(path, changes)
    desk.show(changed, lambda terminal: terminal.line(f"{task_id}  {one_line(changed['title'])}"))


@click.command("comment", cls=FloorCommand)
@click.argument("task_id", metavar="TASK")
@click.argument("text", required=False)
@project_option
def comment(desk: Desk, task_id: str, text: str | None, project: str | None) -> None:
    """Say something about a task ('-' reads standard input); without TEXT, show what was said."""
    said = desk.shell.stdin.read() if text == "-" else text
    with desk.floor() as floor:
        path, _ = find_task(floor, task_id, project)
        if said is not None:
            floor.post(f"{path}/comments", {"text": said})
        page = floor.get(f"{path}/comments")
    lines = [f"{one_line(each['author'] or 'somebody')}: {one_line(each['text'])}" for each in page["comments"]]
    desk.show(page, lambda terminal: terminal.line("\n".join(lines) or "Nobody has said anything yet."))


@click.command("choose", cls=FloorCommand)
@click.argument("task_id", metavar="TASK")
@click.argument("session_id", metavar="SESSION")
@project_option
def choose(desk: Desk, task_id: str, session_id: str, project: str | None) -> None:
    """Choose which of a task's attempts counts: it is reviewed, sent back and approved."""
    with desk.floor() as floor:
        path, _ = find_task(floor, task_id, project)
        chosen = floor.post(f"{path}/sessions/{session_id}/choose", {})
    desk.show(chosen, lambda terminal: terminal.line(f"{task_id}  {session_id} is chosen"))


@click.command("delete", cls=FloorCommand)
@click.argument("task_id", metavar="TASK")
@project_option
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
def delete(desk: Desk, task_id: str, project: str | None, yes: bool) -> None:
    """Remove a task with its comments. Its work orders, branches and pull requests stay."""
    with desk.floor() as floor:
        path, found = find_task(floor, task_id, project)
        question = f"Delete {task_id} ({one_line(found['title'])})? [y/N] "
        if not yes and desk.shell.is_interactive and desk.shell.ask(question).lower() not in ("y", "yes"):
            raise CommandFailed("Nothing was deleted.", hint="To put it away instead: shopfloor task edit --archive")
        floor.delete(path)
    desk.show({"task_id": task_id, "deleted": True}, lambda terminal: terminal.line(f"{task_id}  deleted"))


@click.command("archive-done", cls=FloorCommand)
@project_option
def archive_done(desk: Desk, project: str | None) -> None:
    """Put away all tasks that are done. `task list --archived` shows them."""
    with desk.floor() as floor:
        page = floor.post(f"projects/{find_project_id(floor, project)}/tasks/archive-done", {})
    desk.show(page, lambda terminal: terminal.line(f"{counted(page['total_count'], 'task')} put away"))
