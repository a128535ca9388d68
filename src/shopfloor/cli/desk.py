"""What every command works with: where it is typed, which floor is meant, how to answer."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import click

from shopfloor.cli.floor import Floor, Where
from shopfloor.cli.shell import Shell
from shopfloor.cli.terminal import Terminal


@dataclass(frozen=True)
class Desk:
    shell: Shell
    where: Where
    as_json: bool
    wants_color: bool
    term: str

    @cached_property
    def out(self) -> Terminal:
        return Terminal.on(self.shell.stdout, wants_color=self.wants_color, term=self.term)

    @cached_property
    def err(self) -> Terminal:
        return Terminal.on(self.shell.stderr, wants_color=self.wants_color, term=self.term)

    def floor(self, *, with_worker: bool = False) -> Floor:
        """With a worker, a floor that has to be started here also carries orders out."""
        return Floor(self.where, with_worker=with_worker)

    def show(self, value: Any, to_people: Callable[[Terminal], None]) -> None:
        """As JSON if that was asked for, else the way people read it."""
        if self.as_json:
            self.print_json(value)
        else:
            to_people(self.out)

    def print_json(self, value: Any) -> None:
        self.shell.stdout.write(json.dumps(value, indent=2) + "\n")


class FloorCommand(click.Command):
    """A command that reaches the floor: it takes the options for that and is given its desk."""

    def __init__(self, name: str | None, **options: Any) -> None:
        super().__init__(name, **options)
        self.params = [*self.params, *_floor_options()]

    def invoke(self, ctx: click.Context) -> Any:
        said = {parameter.name: ctx.params.pop(str(parameter.name)) for parameter in _floor_options()}
        where = Where(said["url"] or None, said["home"], said["api_key"] or None)
        wants_color = not (said["no_color"] or said["no_color_variable"])
        ctx.params["desk"] = Desk(Shell.current(), where, said["as_json"], wants_color, said["term"] or "")
        return super().invoke(ctx)


def _floor_options() -> list[click.Option]:
    return [
        click.Option(["--json", "as_json"], is_flag=True, help="Machine-readable output on standard output."),
        click.Option(["--no-color"], is_flag=True, help="No colours.  [env: NO_COLOR]"),
        click.Option(
            ["--url"], envvar="SHOPFLOOR_URL", metavar="URL", help="The server to talk to.  [env: SHOPFLOOR_URL]"
        ),
        click.Option(
            ["--home"],
            envvar="SHOPFLOOR_HOME",
            type=click.Path(file_okay=False, path_type=Path),
            metavar="DIR",
            help="Where Shopfloor keeps its data.  [env: SHOPFLOOR_HOME]",
        ),
        click.Option(["--api-key"], envvar="SHOPFLOOR_API_KEY", hidden=True),
        click.Option(["--no-color-variable"], envvar="NO_COLOR", hidden=True),
        click.Option(["--term"], envvar="TERM", hidden=True),
    ]
