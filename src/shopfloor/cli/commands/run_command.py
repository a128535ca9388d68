"""`shopfloor run`: file a work order and watch it being carried out."""

from typing import Any

import click

from shopfloor.cli.choice_options import CHOICE_NAMES, choice_options, with_limits
from shopfloor.cli.choices import PERMISSION_POLICY, SANDBOX, WORKFLOW
from shopfloor.cli.commands.following import follow_to_the_end, leave_with
from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.exit_codes import EXIT_CODES_HELP
from shopfloor.cli.floor import Floor
from shopfloor.cli.order_view import repository_name, short_workflow
from shopfloor.cli.orders import order_of
from shopfloor.cli.projects import find_project_id
from shopfloor.cli.repository import resolve_repository
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import one_line

_STDIN = "-"


@click.command("run", cls=FloorCommand, epilog=EXIT_CODES_HELP)
@click.argument("prompt", required=False)
@click.option("--repo", metavar="PATH|URL", help="The repository.  [default: the one you are in]")
@click.option("--workflow", type=WORKFLOW, help="The phases to go through.")
@click.option("--agent", metavar="NAME", help="Who does it; see `shopfloor agents`.")
@choice_options
@click.option("--sandbox", type=SANDBOX, help="Where it is done: a worktree of its own, or one branch at a time.")
@click.option("--branch", metavar="NAME", help="Name of the new branch.  [default: made from the task]")
@click.option("--base", metavar="BRANCH", help="Branch to start from.  [default: the repository's]")
@click.option("--issue", metavar="NUMBER", help="The issue this is about.")
@click.option("--title", metavar="TEXT", help="Title of the work order.  [default: made from the prompt]")
@click.option("--project", metavar="PROJECT", help="Take repository and defaults from this project: its id or name.")
@click.option("--permission-policy", type=PERMISSION_POLICY, help="What happens when the agent asks for permission.")
@click.option("--priority", type=click.IntRange(-100, 100), help="Higher goes first.  [default: 0]")
@click.option(
    "--follow/--detach", default=True, help="Watch until it is done, or file it and return.  [default: follow]"
)
@click.option("-v", "--verbose", is_flag=True, help="Show the agent's thoughts and its tools' output, too.")
def run(
    desk: Desk, prompt: str | None, repo: str | None, project: str | None, follow: bool, verbose: bool, **wishes: Any
) -> None:
    """File a work order and watch it being carried out.

    An agent works on it in a sandbox of its own, on a new branch; your files are never touched. Every answer of the
    agent is a commit, the first one opens a draft pull request. PROMPT says what to do; "-" reads it from standard
    input. Works with or without a running server. Ctrl-C asks whether to detach or to cancel.

    \b
    Examples:
      shopfloor run "Add a --verbose flag" --repo .
      shopfloor run "Fix the login bug" --workflow build --branch fix-login
      shopfloor run --issue 42 --repo https://github.com/you/app.git --detach
      shopfloor run - --repo ../app --json < task.md
    """
    text = desk.shell.stdin.read() if prompt == _STDIN else prompt
    if wishes["issue"] and not wishes["issue"].removeprefix("#").isdecimal():
        raise click.BadParameter(f"{wishes['issue']!r} is no issue's number, such as 42.", param_hint="--issue")
    if not (text or "").strip() and not wishes["issue"]:
        raise click.UsageError('Say what to do: shopfloor run "Add a greeting"')
    floor = desk.floor(with_worker=follow)
    request = _request(text, _repository(desk, floor, repo, project), wishes)
    with floor:
        if project is not None:
            request["project_id"] = find_project_id(floor, project)
        order_response = floor.post("agent-work-orders", request)
        order = order_of(order_response)
        if not follow:
            desk.show(order_response, lambda terminal: _print_filed(terminal, order, is_kept=floor.is_embedded))
            return
        if not desk.as_json:
            _print_heading(desk.out, order)
        exit_code = follow_to_the_end(desk, floor, order, after=0, verbose=verbose)
    leave_with(exit_code)


def _request(text: str | None, repository_url: str | None, wishes: dict[str, Any]) -> dict[str, Any]:
    request = {
        "initial_prompt": text,
        "repository_url": repository_url,
        "workflow_type": wishes["workflow"],
        "sandbox_type": wishes["sandbox"],
        "agent": wishes["agent"],
        **with_limits({name: wishes[name] for name in CHOICE_NAMES}),
        "git_branch_name": wishes["branch"],
        "base_branch": wishes["base"],
        "github_issue_number": wishes["issue"],
        "title": wishes["title"],
        "permission_policy": wishes["permission_policy"],
        "priority": wishes["priority"],
    }
    return {name: value for name, value in request.items() if value is not None}


def _repository(desk: Desk, floor: Floor, repo: str | None, project: str | None) -> str | None:
    if repo is None and project is not None:
        return None
    return resolve_repository(repo or ".", desk.shell.cwd, server_is_local=floor.is_local)


def _print_heading(terminal: Terminal, order: dict[str, Any]) -> None:
    terminal.line(f"{terminal.style(order['agent_work_order_id'], bold=True)}  {one_line(order['title'])}")
    facts = (repository_name(order["repository_url"]), order["agent"], short_workflow(order["workflow_type"]))
    terminal.line("  " + terminal.style(", ".join(facts), dim=True))
    if (order["queue_position"] or 0) > 1:
        terminal.passing(f"  waiting in the queue, position {order['queue_position']} ...")


def _print_filed(terminal: Terminal, order: dict[str, Any], *, is_kept: bool) -> None:
    order_id = order["agent_work_order_id"]
    terminal.line(f"{terminal.style(order_id, bold=True)}  {one_line(order['title'])}")
    if is_kept:
        terminal.line("  filed. No server is running: it is carried out as soon as one is (`shopfloor serve`)")
    else:
        terminal.line(f"  filed. Watch it with: shopfloor follow {order_id}")
