"""`shopfloor project`: repositories that are connected for good, with their defaults."""

import json
from pathlib import Path
from typing import Any, TextIO

import click

from shopfloor.cli.choice_options import choice_options, with_limits
from shopfloor.cli.choices import PERMISSION_POLICY, SANDBOX, WORKFLOW
from shopfloor.cli.commands.project_history import diff, history, rollback
from shopfloor.cli.commands.project_review import review
from shopfloor.cli.commands.project_rules import rules
from shopfloor.cli.commands.project_verify import verify
from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.failures import CommandFailed
from shopfloor.cli.order_view import short_workflow
from shopfloor.cli.orders import AnyFunction
from shopfloor.cli.projects import project_argument, project_path
from shopfloor.cli.repository import resolve_repository
from shopfloor.cli.table import Column, fact_text, print_facts, print_table
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import one_line

_COLUMNS = (
    *(Column("ID"), Column("NAME"), Column("REPOSITORY", gives_way=True), Column("AGENT"), Column("WORKFLOW")),
    Column("STATE"),
)
_STATES = {"running": "running", "needs_you": "need you", "queued": "queued", "failed": "failed"}


@click.group("project", short_help="Connect repositories and set their defaults.")
def project() -> None:
    """Connect repositories and set their defaults.

    PROJECT is a project's id or name.

    \b
    Examples:
      shopfloor project add . --name app --workflow plan_build
      shopfloor project list
      shopfloor run "Add a greeting" --project app
      shopfloor project edit app --preview-command 'npm run dev'
      shopfloor project diff app 3               what has changed since version 3
      shopfloor project rules app --issue-label shopfloor
    """


for _command in (history, diff, rollback, rules, review, verify):
    project.add_command(_command)


def _default_options(command: AnyFunction) -> AnyFunction:
    options = (
        click.option("--name", metavar="TEXT", help="What to call it.  [default: the repository's name]"),
        click.option("--agent", metavar="NAME", help="Default agent."),
        click.option("--workflow", "workflow_type", type=WORKFLOW, help="Default workflow."),
        click.option("--sandbox", "sandbox_type", type=SANDBOX, help="Default sandbox."),
        click.option("--base", "base_branch", metavar="BRANCH", help="Branch that work starts from."),
        click.option("--permission-policy", type=PERMISSION_POLICY, help="When the agent asks for permission."),
        click.option("--setup-script", metavar="COMMANDS", help="Run in each new sandbox, such as `npm ci`."),
        click.option("--cleanup-script", metavar="COMMANDS", help="Run before a sandbox is taken down."),
        click.option(
            "--preview-command", metavar="COMMAND", help="Starts the development server; PORT is a free port."
        ),
        click.option("--preview-port", type=click.IntRange(1, 65535), help="Where it listens.  [default: find out]"),
        click.option(
            "--copy", "files_to_copy", metavar="GLOB", multiple=True, help="Ignored files to bring, such as .env"
        ),
        click.option(
            "--env",
            "variables",
            metavar="NAME=VALUE",
            multiple=True,
            help="For agents and scripts, readable by all; ${secret:NAME} stands for a secret.",
        ),
        click.option(
            "--command",
            "commands",
            metavar="NAME=FILE",
            multiple=True,
            help="Own text for plan, build, test or review; wins over the repository's. NAME= takes it away.",
        ),
        click.option(
            "--mcp-servers", type=click.File(), metavar="FILE", help='JSON: [{"name", "command", "args", "env"}, ...].'
        ),
    )
    for option in reversed(options):
        command = option(command)
    return choice_options(command)


def _given(values: dict[str, Any]) -> dict[str, Any]:
    plain = values | {
        "files_to_copy": list(values["files_to_copy"]) or None,
        "environment": _variables(values["variables"]),
        "mcp_servers": _mcp_servers(values["mcp_servers"]),
        "commands": _commands(values["commands"]),
        "variables": None,
    }
    return with_limits(plain)


def _variables(pairs: tuple[str, ...], form: str = "NAME=VALUE") -> dict[str, str] | None:
    if wrong := next((pair for pair in pairs if "=" not in pair), None):
        raise click.UsageError(f"{wrong!r} is not {form}.")
    return dict(pair.split("=", 1) for pair in pairs) or None


def _commands(pairs: tuple[str, ...]) -> dict[str, str | None] | None:
    named = _variables(pairs, "NAME=FILE")
    return {name: _text_of(path) if path else None for name, path in named.items()} if named else None


def _text_of(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        raise click.UsageError(f"{path} cannot be read: {exc}.") from exc


def _mcp_servers(file: TextIO | None) -> Any:
    """The list itself, or as other tools keep it: {"mcpServers": {name: {...}}}."""
    if file is None:
        return None
    try:
        content = json.load(file)
    except ValueError as exc:
        raise click.UsageError(f"{file.name} is not JSON: {exc}.") from exc
    named = content.get("mcpServers", content) if isinstance(content, dict) else None
    return content if named is None else [{"name": name, **server} for name, server in named.items()]


@project.command("list", cls=FloorCommand)
@click.option("--archived", is_flag=True, help="Archived ones, too.")
def list_projects(desk: Desk, archived: bool) -> None:
    """List the projects."""
    with desk.floor() as floor:
        page = floor.get("projects", include_archived=archived, limit=500)
    desk.show(page, lambda terminal: _print_projects(terminal, page["projects"]))


def _print_projects(terminal: Terminal, projects: list[dict[str, Any]]) -> None:
    if not projects:
        terminal.line("No projects yet. Connect one: shopfloor project add PATH")
        return
    print_table(
        terminal,
        _COLUMNS,
        [
            [
                p["project_id"],
                p["name"],
                p["repository_url"],
                p["agent"] or "",
                short_workflow(p["workflow_type"] or ""),
                _state(p),
            ]
            for p in projects
        ],
    )


def _state(project: dict[str, Any]) -> str:
    counts = [f"{project['state'][name]} {word}" for name, word in _STATES.items() if project["state"][name]]
    return ", ".join(["archived", *counts] if project["archived"] else counts) or "quiet"


@project.command("add", cls=FloorCommand)
@click.argument("repository", metavar="PATH|URL")
@_default_options
def add(desk: Desk, repository: str, **values: Any) -> None:
    """Connect a repository, and say so if it cannot be worked on yet."""
    floor = desk.floor()
    url = resolve_repository(repository, desk.shell.cwd, server_is_local=floor.is_local)
    with floor:
        made = floor.post("projects", {"repository_url": url, **_given(values)})
        seen = floor.post("github/verify-repository", {"repository_url": url})
    desk.show(made, lambda terminal: terminal.line(f"{made['project_id']}  {made['name']}"))
    if not seen["verification_success"]:
        desk.err.line(f"It cannot be worked on yet: {seen['error_message']} {seen.get('hint') or ''}".rstrip())


@project.command("show", cls=FloorCommand)
@project_argument
def show(desk: Desk, project: str) -> None:
    """Show a project and its defaults."""
    with desk.floor() as floor:
        found = floor.get(project_path(floor, project))
    facts = [(name, fact_text(value)) for name, value in found.items() if name != "state"]
    desk.show(found, lambda terminal: print_facts(terminal, [*facts, ("state", _state(found))]))


@project.command("edit", cls=FloorCommand)
@project_argument
@_default_options
@click.option("--archive/--unarchive", "archived", default=None, help="Put it away, or take it back.")
@click.option("--clear", metavar="NAME", multiple=True, help="Take a default away, such as setup_script.")
@click.option("--if-version", "version", type=click.IntRange(1), help="Only if this is still the newest version.")
def edit(desk: Desk, project: str, **values: Any) -> None:
    """Change a project's name or defaults, or archive it."""
    cleared = {name.replace("-", "_"): None for name in values.pop("clear")}
    changes = _given(values) | cleared
    if not changes.keys() - {"version"}:
        raise click.UsageError("Nothing to change: see `shopfloor project edit --help`.")
    with desk.floor() as floor:
        path = project_path(floor, project)
        if changes.get("commands"):
            changes["commands"] = floor.get(path)["commands"] | changes["commands"]
        changed = floor.patch(path, changes)
    desk.show(changed, lambda terminal: terminal.line(f"{changed['project_id']}  {changed['name']}"))


@project.command("remove", cls=FloorCommand)
@project_argument
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
def remove(desk: Desk, project: str, yes: bool) -> None:
    """Forget a project with its board, secrets and history. Its work orders, branches and pull requests stay."""
    with desk.floor() as floor:
        path = project_path(floor, project)
        if not yes and desk.shell.is_interactive and not _is_sure(desk, floor.get(path)):
            raise CommandFailed("Nothing was removed.", hint="To put it away instead: shopfloor project edit --archive")
        gone = floor.delete(path)
    desk.show(gone, lambda terminal: terminal.line(f"{gone['project_id']}  removed. {gone['message']}"))


def _is_sure(desk: Desk, project: dict[str, Any]) -> bool:
    what = "Its board, secrets and history go; its work orders, branches and pull requests stay"
    question = f"Forget {project['project_id']} ({one_line(project['name'])})? {what}. [y/N] "
    return desk.shell.ask(question).lower() in ("y", "yes")
