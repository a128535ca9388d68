"""`shopfloor pr`: look at an order's pull request, describe it, mark it ready, merge it."""

from typing import Any

import click

from shopfloor.cli.default_group import DefaultGroup
from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.floor import Floor
from shopfloor.cli.orders import find_order_id, optional_order_argument, order_argument
from shopfloor.cli.table import print_facts
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import age, lasting_link, one_line, parse_time
from shopfloor.domain.pull_request_text import without_markers

_STATE_COLORS = {"open": "green", "merged": "magenta", "closed": "red"}


@click.group("pr", cls=DefaultGroup, short_help="Look at a pull request, mark it ready, merge it.")
def pull_request() -> None:
    """Look at a work order's pull request, describe it, mark it ready, merge it.

    \b
    Examples:
      shopfloor pr wo-abc12345
      shopfloor pr ready wo-abc12345
      shopfloor pr reviewers wo-abc12345 grace organization/team
      shopfloor pr labels wo-abc12345 bug
      shopfloor pr merge wo-abc12345 --method squash
      shopfloor pr edit wo-abc12345 --title "Add login"
    """


@pull_request.command("show", cls=FloorCommand)
@optional_order_argument
def show(desk: Desk, order: str) -> None:
    """Show the pull request. Without ID: of the newest work order."""
    with desk.floor() as floor:
        found = floor.get(_path(floor, order))
    desk.show(found, lambda terminal: _print_whole(terminal, found, has_link=not floor.is_embedded))


@pull_request.command("ready", cls=FloorCommand)
@order_argument
def ready(desk: Desk, order: str) -> None:
    """Take the pull request out of draft."""
    with desk.floor() as floor:
        found = floor.post(f"{_path(floor, order)}/ready")
    desk.show(found, lambda terminal: _print_heading(terminal, found))


@pull_request.command("draft", cls=FloorCommand)
@order_argument
def draft(desk: Desk, order: str) -> None:
    """Make the pull request a draft again."""
    with desk.floor() as floor:
        found = floor.post(f"{_path(floor, order)}/draft")
    desk.show(found, lambda terminal: _print_heading(terminal, found))


@pull_request.command("labels", cls=FloorCommand)
@order_argument
@click.argument("labels", nargs=-1)
def set_labels(desk: Desk, order: str, labels: tuple[str, ...]) -> None:
    """Give the pull request exactly these LABELS; none at all takes them away."""
    with desk.floor() as floor:
        found = floor.post(f"{_path(floor, order)}/labels", {"labels": list(labels)})
    desk.show(found, lambda terminal: _print_names(terminal, found, "labels"))


@pull_request.command("reviewers", cls=FloorCommand)
@order_argument
@click.argument("reviewers", nargs=-1, required=True)
def request_reviewers(desk: Desk, order: str, reviewers: tuple[str, ...]) -> None:
    """Ask REVIEWERS for a review: logins, or teams as organization/team."""
    with desk.floor() as floor:
        found = floor.post(f"{_path(floor, order)}/reviewers", {"reviewers": list(reviewers)})
    desk.show(found, lambda terminal: _print_names(terminal, found, "reviewers"))


@pull_request.command("merge", cls=FloorCommand)
@order_argument
@click.option("--method", type=click.Choice(["merge", "squash", "rebase"]), default="merge", show_default=True)
def merge(desk: Desk, order: str, method: str) -> None:
    """Merge the pull request. A draft is marked ready first; on a conflict nothing is moved."""
    with desk.floor() as floor:
        path = _path(floor, order)
        if floor.get(path)["is_draft"]:
            floor.post(f"{path}/ready")
        found = floor.post(f"{path}/merge", {"method": method})
    desk.show(found, lambda terminal: _print_heading(terminal, found))


@pull_request.command("edit", cls=FloorCommand)
@order_argument
@click.option("--title", metavar="TEXT", help="The new title.")
@click.option("--body", metavar="TEXT", help='The new description; "-" reads it from standard input.')
def edit(desk: Desk, order: str, title: str | None, body: str | None) -> None:
    """Change title or description."""
    if title is None and body is None:
        raise click.UsageError("Nothing to change: give --title or --body.")
    changes = {"title": title, "body": desk.shell.stdin.read() if body == "-" else body}
    with desk.floor() as floor:
        found = floor.patch(_path(floor, order), {name: value for name, value in changes.items() if value is not None})
    desk.show(found, lambda terminal: _print_heading(terminal, found))


def _path(floor: Floor, order: str) -> str:
    return f"agent-work-orders/{find_order_id(floor, order)}/pull-request"


def _print_heading(terminal: Terminal, found: dict[str, Any]) -> None:
    state = "draft" if found["is_draft"] and found["state"] == "open" else found["state"]
    styled = terminal.style(state, fg=_STATE_COLORS.get(state), bold=True)
    terminal.line(f"#{found['pull_request_number']}  {styled}  {one_line(found['pull_request_title'])}")


def _print_names(terminal: Terminal, found: dict[str, Any], what: str) -> None:
    _print_heading(terminal, found)
    print_facts(terminal, [(what, ", ".join(found[what]) or "none")])


def _print_whole(terminal: Terminal, found: dict[str, Any], *, has_link: bool) -> None:
    _print_heading(terminal, found)
    print_facts(
        terminal,
        [
            ("link", lasting_link(found["pull_request_url"], floor_lasts=has_link)),
            ("branch", f"{found['head_branch']} into {found['base_branch']}"),
            ("labels", ", ".join(found.get("labels", []))),
            ("reviewers", ", ".join(found.get("reviewers", []))),
            ("checks", ", ".join(f"{c['name']} {c['conclusion'] or c['status']}" for c in found.get("checks", []))),
            ("reviews", ", ".join(f"{r['author']} {r['state']}" for r in found.get("reviews", []))),
            ("conflicts", ", ".join(found.get("conflicts", []))),
            ("updated", age(parse_time(found["updated_at"]))),
            ("merged as", (found["merge_commit_sha"] or "")[:8]),
        ],
    )
    body = without_markers(found["pull_request_body"]).strip()
    if body:
        terminal.line()
        terminal.stream_text(f"{body}\n")
