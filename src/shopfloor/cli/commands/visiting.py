"""Commands that go into an order's sandbox: shell, open."""

from pathlib import Path
from urllib.parse import quote

import click

from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.failures import CommandFailed
from shopfloor.cli.floor import Floor
from shopfloor.cli.orders import find_order_id, get_order, optional_order_argument

_EDITORS = {"code": "vscode", "cursor": "cursor"}
_JETBRAINS = ("idea", "pycharm", "webstorm")


@click.command("shell", cls=FloorCommand)
@optional_order_argument
@click.pass_context
def shell(ctx: click.Context, desk: Desk, order: str) -> None:
    """Open a shell in a work order's sandbox. Without ID: the newest one.

    Ends with the shell, and with its exit code.
    """
    from shopfloor.cli.remote_terminal import RemoteTerminal

    if not (desk.shell.stdin.isatty() and desk.shell.stdout.isatty()):
        raise CommandFailed("A shell needs a terminal to run in.", hint="Type the command at one.")
    with desk.floor() as floor:
        order_id = find_order_id(floor, order)
        descriptors = (desk.shell.stdin.fileno(), desk.shell.stdout.fileno())
        terminal = RemoteTerminal(floor.client.url, api_key=floor.client.api_key, descriptors=descriptors)
        exit_code = terminal.use(order_id)
    ctx.exit(exit_code)


@click.command("open", cls=FloorCommand)
@optional_order_argument
@click.option("--editor", type=click.Choice(sorted((*_EDITORS, *_JETBRAINS))), help="The editor to open it in.")
@click.option("--print", "only_print", is_flag=True, help="Print where it is, open nothing.")
def open_sandbox(desk: Desk, order: str, editor: str | None, only_print: bool) -> None:
    """Open a work order's sandbox in an editor, or its page in the browser. Without ID: the newest one.

    \b
    Examples:
      shopfloor open
      shopfloor open wo-abc12345 --editor code
      cd "$(shopfloor open wo-abc12345 --editor code --print)"
    """
    with desk.floor() as floor:
        order_id = get_order(floor, order)["agent_work_order_id"]
        page = f"{floor.client.url}/orders/{order_id}"
        path = _sandbox_path(floor, order_id) if editor else None
        is_embedded = floor.is_embedded
    if path is None and is_embedded and not only_print:
        raise CommandFailed("No server is running that could show the page.", hint="Start one: shopfloor serve")
    target = page if path is None else _address_in(str(editor), path)
    said = {"agent_work_order_id": order_id, "path": str(path) if path else None, "url": target}
    desk.show(said, lambda terminal: terminal.line(str(path or page)))
    if not only_print:
        click.launch(target)


def _address_in(editor: str, path: Path) -> str:
    """What the editors themselves listen to."""
    if editor in _JETBRAINS:
        return f"{editor}://open?file={quote(str(path), safe='')}"
    return path.as_uri().replace("file://", f"{_EDITORS[editor]}://file", 1)


def _sandbox_path(floor: Floor, order_id: str) -> Path:
    """One that was given back is made anew by looking into it."""
    floor.get(f"agent-work-orders/{order_id}/files")
    path = floor.get(f"agent-work-orders/{order_id}/sandbox")["workspace_path"]
    if path is None or not floor.is_local:
        raise CommandFailed("The sandbox is not on this machine.", hint="Use `shopfloor shell` to go into it.")
    return Path(path)
