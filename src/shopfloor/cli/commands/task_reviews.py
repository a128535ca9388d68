"""`shopfloor task review`, `approve` and `send-back`: what agents found in a task, and what a person makes of it."""

import time
from typing import Any

import click

from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.floor import Floor
from shopfloor.cli.projects import project_option
from shopfloor.cli.task_lookup import find_task
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import one_line

_WORDS = {"pass": "passed", "changes_wanted": "wants changes"}
_POLL_SECONDS = 0.3


@click.command("review", cls=FloorCommand)
@click.argument("task_id", metavar="TASK")
@project_option
@click.option("--agent", metavar="NAME", help="Who reviews it; else as set for the project.")
@click.option("--model", metavar="NAME")
@click.option("--start/--show", "starts", default=None, help="Start one, or only show those there are.")
def review(
    desk: Desk, task_id: str, project: str | None, agent: str | None, model: str | None, starts: bool | None
) -> None:
    """Have an agent review a task, and show what was found.

    Without options the reviews there are are shown, and one is started where there is none.
    """
    with desk.floor(with_worker=starts is not False) as floor:
        path, _ = find_task(floor, task_id, project)
        page = floor.get(f"{path}/reviews")
        is_wanted = starts if starts is not None else bool(agent or model or not page["reviews"])
        if is_wanted:
            body = {name: value for name, value in {"agent": agent, "model": model}.items() if value}
            begun = {each["review_id"] for each in floor.post(f"{path}/reviews", body)["reviews"]}
            page = _wait_for(floor, path, begun)
    desk.show(page, lambda terminal: print_reviews(terminal, page["reviews"]))


def _wait_for(floor: Floor, path: str, begun: set[str]) -> dict[str, Any]:
    while True:
        page = floor.get(f"{path}/reviews")
        if not any(each["review_id"] in begun and each["status"] in ("queued", "running") for each in page["reviews"]):
            return dict(page)
        time.sleep(_POLL_SECONDS)


def print_reviews(terminal: Terminal, reviews: list[dict[str, Any]]) -> None:
    """Newest first, each with its findings."""
    if not reviews:
        terminal.line("No agent has reviewed it.")
    for each in reviews:
        verdict = _WORDS.get(each["verdict"] or "", each["status"])
        said = each["error"]["message"] if each["error"] else each["summary"]
        terminal.line(f"{each['review_id']}  round {each['number']}  {each['agent']}  {verdict}  {one_line(said)}")
        for finding in each["findings"]:
            place = finding["file"] or "the whole"
            line = f":{finding['line']}" if finding["line"] else ""
            terminal.line(f"  {finding['severity']:<8} {place}{line}  {one_line(finding['text'])}")


@click.command("approve", cls=FloorCommand)
@click.argument("task_id", metavar="TASK")
@project_option
def approve(desk: Desk, task_id: str, project: str | None) -> None:
    """Approve a task: it is done, and its pull request made ready or merged as the project has it set."""
    with desk.floor() as floor:
        path, _ = find_task(floor, task_id, project)
        done = floor.post(f"{path}/approve", {})
    pull_request = done["pull_request"]
    state = "" if pull_request is None else f"  #{pull_request['pull_request_number']} {_standing(pull_request)}"
    desk.show(done, lambda terminal: terminal.line(f"{task_id}  {done['task']['status']}{state}"))


def _standing(pull_request: dict[str, Any]) -> str:
    is_ready = pull_request["state"] == "open" and not pull_request["is_draft"]
    return "ready" if is_ready else str(pull_request["state"])


@click.command("send-back", cls=FloorCommand)
@click.argument("task_id", metavar="TASK")
@click.argument("comments")
@project_option
def send_back(desk: Desk, task_id: str, comments: str, project: str | None) -> None:
    """Send a task in review back to the agent that built it, with COMMENTS ('-' reads standard input)."""
    text = desk.shell.stdin.read() if comments == "-" else comments
    with desk.floor() as floor:
        path, _ = find_task(floor, task_id, project)
        sent = floor.post(f"{path}/send-back", {"comments": text})
    desk.show(sent, lambda terminal: terminal.line(f"{task_id}  {sent['status']}"))
