"""Commands about the floor itself: serve, agents, settings, version."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from shopfloor import __version__
from shopfloor.cli.default_group import DefaultGroup
from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.exit_codes import ExitCode
from shopfloor.cli.failures import CommandFailed
from shopfloor.cli.model_view import print_models
from shopfloor.cli.table import Cell, Column, print_facts, print_table
from shopfloor.cli.terminal import Terminal

_AGENT_COLUMNS = (
    Column("NAME"),
    Column("AGENT"),
    Column("INSTALLED"),
    Column("VERSION"),
    Column("SIGNED IN"),
    Column("CAN"),
    Column("NOTE", gives_way=True),
)
_ABILITIES = ("resume", "models", "permissions", "modes", "effort")
_SIGNED_IN_COLORS = {"yes": "green", "no": "yellow"}
_NOTHING = frozenset({"", "none", "null"})


@click.command("serve")
@click.option("--host", metavar="ADDRESS", help="Address to listen on.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on; 0 takes a free one.  [default: 8484]")
@click.option(
    "--home",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where to keep the data.  [env: SHOPFLOOR_HOME]",
)
def serve(host: str | None, port: int | None, home: Path | None) -> None:
    """Run the server: web API, queue and agents.

    Work orders that were under way when it was stopped or killed go on by themselves. Settings are environment
    variables SHOPFLOOR_... or the file shopfloor.toml in the data folder; the ones used most:

    \b
      SHOPFLOOR_HOME                where the data is kept
      SHOPFLOOR_DATABASE_URL        postgresql://...   [default: SQLite in SHOPFLOOR_HOME]
      SHOPFLOOR_API_KEY             wanted from every client; needed to listen beyond this machine
      SHOPFLOOR_MAX_RUNNING_ORDERS  how many at once   [default: 8]
      SHOPFLOOR_DEFAULT_AGENT       the agent of orders that name none   [default: demo]
      SHOPFLOOR_GITHUB_HOSTS        GitHub Enterprise hosts   [default: github.com]
      SHOPFLOOR_DEMO                0: no demo project at the first start

    \b
    Examples:
      shopfloor serve
      shopfloor serve --port 9000 --home ~/floor
      SHOPFLOOR_API_KEY=... shopfloor serve --host 0.0.0.0
    """
    from shopfloor import server
    from shopfloor.settings import load_settings

    server.serve(load_settings(host=host, port=port, home=home))


@click.command("agents", cls=FloorCommand)
@click.argument("name", required=False)
@click.option("--models", is_flag=True, help="What agent NAME offers: models, modes, efforts.")
@click.option("--refresh", is_flag=True, help="Ask the agent again instead of showing what it said last.")
def agents(desk: Desk, name: str | None, models: bool, refresh: bool) -> None:
    """List the agents and whether each can be used here, all about one, or its models."""
    if models or refresh:
        _show_models(desk, name, refresh=refresh)
        return
    with desk.floor() as floor:
        page = floor.get(f"agents/{name}" if name else "agents")
    if name:
        desk.show(page, lambda terminal: print_facts(terminal, [(key, _shown(page[key])) for key in page]))
        return
    desk.show(page, lambda terminal: print_table(terminal, _AGENT_COLUMNS, [_agent_row(a) for a in page["agents"]]))


def _show_models(desk: Desk, name: str | None, *, refresh: bool) -> None:
    if name is None:
        raise click.UsageError("Name the agent: shopfloor agents NAME --models")
    with desk.floor() as floor:
        page = floor.get(f"agents/{quote(name, safe='')}/models", refresh=refresh)
    desk.show(page, lambda terminal: print_models(terminal, page))


def _agent_row(agent: dict[str, Any]) -> list[Cell | str]:
    installed = agent["is_installed"]
    return [
        agent["name"],
        agent["display_name"],
        Cell("yes", "green") if installed else Cell("no", "yellow"),
        agent["version"] or "",
        Cell(agent.get("signed_in") or "", _SIGNED_IN_COLORS.get(str(agent.get("signed_in")))) if installed else "",
        " ".join(ability for ability in _ABILITIES if agent.get(f"supports_{ability}")),
        Cell(agent.get("hint") or "", dim=True),
    ]


class _SettingsGroup(DefaultGroup):
    default_command = "get"


@click.group("settings", cls=_SettingsGroup, short_help="See and change defaults and limits.")
def settings() -> None:
    """See and change the floor's defaults and limits.

    \b
    Examples:
      shopfloor settings
      shopfloor settings get default_agent
      shopfloor settings set max_running_orders 4
      shopfloor settings set default_model none
    """


@settings.command("get", cls=FloorCommand)
@click.argument("name", required=False)
def get_settings(desk: Desk, name: str | None) -> None:
    """Show one setting, or all."""
    with desk.floor() as floor:
        values = floor.get("settings")
    if name is None:
        desk.show(values, lambda terminal: _print_settings(terminal, values))
        return
    if name not in values:
        raise CommandFailed(
            f"There is no setting {name}.", hint=f"There are: {', '.join(values)}", exit_code=ExitCode.USAGE
        )
    desk.show(values[name], lambda terminal: terminal.line(_shown(values[name])))


@settings.command("set", cls=FloorCommand)
@click.argument("name")
@click.argument("value")
def set_setting(desk: Desk, name: str, value: str) -> None:
    """Change a setting; it holds from the next work order on. VALUE "none" takes it away."""
    with desk.floor() as floor:
        values = floor.patch("settings", {name: None if value.lower() in _NOTHING else value})
    desk.show(values, lambda terminal: terminal.line(f"{name} = {_shown(values.get(name))}"))


def _print_settings(terminal: Terminal, values: dict[str, Any]) -> None:
    print_facts(terminal, [(name, _shown(value)) for name, value in values.items()])


def _shown(value: Any) -> str:
    return "none" if value is None else str(value)


@click.command("version")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
def version(as_json: bool) -> None:
    """Show the version."""
    click.echo(f'{{"version": "{__version__}"}}' if as_json else f"shopfloor {__version__}")
