"""The preview of what an order made: start its development server, see what it prints."""

from typing import Any

import click

from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.failures import CommandFailed
from shopfloor.cli.floor import Floor
from shopfloor.cli.orders import find_order_id, optional_order_argument


@click.command("preview", cls=FloorCommand)
@optional_order_argument
@click.option("--command", metavar="TEXT", help="What starts it, instead of what the project says.")
@click.option("--open", "opens", is_flag=True, help="Open it in the browser as soon as it listens.")
@click.option("--detach", is_flag=True, help="Return as soon as it listens, and leave it running.")
@click.option("--stop", is_flag=True, help="End it, and all it started.")
@click.pass_context
def preview(
    ctx: click.Context, desk: Desk, order: str, command: str | None, opens: bool, detach: bool, stop: bool
) -> None:
    """Run the development server of a work order's project in its sandbox. Without ID: the newest one.

    Shows what it prints until you press Ctrl-C; it goes on then, until nobody uses it any more.

    \b
    Examples:
      shopfloor project edit pj-abc12345 --preview-command 'npm run dev -- --port $PORT'
      shopfloor preview --open
      shopfloor preview wo-abc12345 --command 'python3 -m http.server $PORT'
      shopfloor preview wo-abc12345 --stop
    """
    with desk.floor() as floor:
        path = f"agent-work-orders/{find_order_id(floor, order)}/preview"
        if stop:
            floor.delete(path)
            desk.show(floor.get(path), lambda terminal: terminal.line("Stopped."))
            return
        if detach and floor.is_embedded:
            raise CommandFailed("It would end with this command.", hint="Start a server first: shopfloor serve")
        floor.post(path, {"command": command} if command else {})
        ctx.exit(_Watch(desk, floor, path, opens=opens, detach=detach).until_the_end())


class _Watch:
    def __init__(self, desk: Desk, floor: Floor, path: str, *, opens: bool, detach: bool) -> None:
        self._desk = desk
        self._floor = floor
        self._path = path
        self._opens = opens
        self._detach = detach
        self._is_told = False

    def until_the_end(self) -> int:
        """Of the preview or of our interest in it; the exit code."""
        state: dict[str, Any] = {}
        try:
            with self._floor.client.stream(f"{self._path}/events") as events:
                for event in events:
                    if event.type == "output":
                        self._desk.err.stream_text(event.data["text"], indent="")
                        continue
                    state = event.data
                    if state["state"] == "running" and not self._is_told:
                        self._tell(state)
                        if self._detach:
                            return 0
        except KeyboardInterrupt:
            if not self._floor.is_embedded:
                self._desk.err.line("It goes on. `shopfloor preview --stop` ends it.")
            return 0
        self._desk.err.line(f"It has ended with exit code {state.get('exit_code')}.")
        return 0 if state.get("exit_code") == 0 else 1

    def _tell(self, state: dict[str, Any]) -> None:
        self._is_told = True
        if state["origin"] is None:
            raise CommandFailed("It runs, but this server has no name to show it under.", hint=state["hint"])
        url = self._floor.post(f"{self._path}/visits", {})["url"]
        self._desk.show({**state, "url": url}, lambda terminal: terminal.line(url))
        if self._opens:
            click.launch(url)
