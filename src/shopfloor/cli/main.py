"""The `shopfloor` program: its commands, grouped for the help page, and the last resort for errors."""

import errno
import sys
from typing import Any

import click

from shopfloor import __version__
from shopfloor.cli.commands.doctor import doctor
from shopfloor.cli.commands.edit import edit
from shopfloor.cli.commands.floor_commands import agents, serve, settings, version
from shopfloor.cli.commands.git_commands import commits, diff
from shopfloor.cli.commands.looking import follow, list_orders, logs, show
from shopfloor.cli.commands.permissions import permissions
from shopfloor.cli.commands.preview import preview
from shopfloor.cli.commands.projects import project
from shopfloor.cli.commands.prompts import prompts
from shopfloor.cli.commands.pull_request import pull_request
from shopfloor.cli.commands.run_command import run
from shopfloor.cli.commands.secrets import secrets
from shopfloor.cli.commands.steering import answer, cancel, delete, pause, prompt, resume, retry
from shopfloor.cli.commands.tasks import task
from shopfloor.cli.commands.usage import usage
from shopfloor.cli.commands.visiting import open_sandbox, shell
from shopfloor.cli.exit_codes import EXIT_CODES_HELP
from shopfloor.cli.failures import CommandFailed, from_domain
from shopfloor.errors import ShopfloorError

_INTERRUPTED = 130
_SECTIONS: dict[str, tuple[click.Command, ...]] = {
    "Work orders": (run, list_orders, show, follow, logs),
    "Steering": (prompt, prompts, permissions, answer, pause, resume, cancel, retry, edit, delete),
    "Board": (task,),
    "Results": (diff, commits, pull_request),
    "Sandbox": (shell, open_sandbox, preview),
    "The floor": (serve, agents, project, usage, settings, secrets, doctor, version),
}


class _Program(click.Group):
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for heading, commands in _SECTIONS.items():
            with formatter.section(heading):
                formatter.write_dl([(command.name or "", command.get_short_help_str(70)) for command in commands])

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ShopfloorError as error:
            raise from_domain(error) from error
        except OSError as error:
            if error.errno == errno.EPIPE or error.filename is None:
                raise
            raise CommandFailed(f"{error.filename}: {error.strerror}.") from error
        except KeyboardInterrupt:
            ctx.exit(_INTERRUPTED)


@click.group(
    cls=_Program,
    epilog=EXIT_CODES_HELP,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(__version__, prog_name="shopfloor", message="%(prog)s %(version)s")
def cli() -> None:
    """Shopfloor: work orders in, pull requests out.

    A coding agent carries out what you ask for, in a sandbox and on a branch of its own. You watch, steer, read the
    diff and merge.

    \b
    Start here:
      shopfloor run "Add a greeting to the README" --repo .
      shopfloor list
      shopfloor diff last
    """


for _commands in _SECTIONS.values():
    for _command in _commands:
        cli.add_command(_command)


def main() -> None:
    _never_fail_to_print()
    cli()


def _never_fail_to_print() -> None:
    """Text from repositories may hold what the terminal's encoding has not."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
