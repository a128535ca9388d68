"""How a command fails: a message and what to do on standard error, an exit code, never a traceback."""

import sys
from typing import IO, Any

import click

from shopfloor.cli.exit_codes import ExitCode
from shopfloor.cli.text import printable
from shopfloor.errors import ShopfloorError

_INVALID_STATUS = 422


class CommandFailed(click.ClickException):
    def __init__(self, message: str, *, hint: str | None = None, exit_code: int = ExitCode.FAILED) -> None:
        super().__init__(message)
        self.hint = hint
        setattr(self, "exit_code", int(exit_code))  # noqa: B010 - click declares it for the class, we have one for each

    def show(self, file: IO[Any] | None = None) -> None:
        stream = file or sys.stderr
        click.echo(f"{click.style('error:', fg='red', bold=True)} {printable(self.message)}", file=stream)
        if self.hint:
            click.echo(f"  {printable(self.hint)}", file=stream)


class ServerUnreachable(CommandFailed):
    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message, hint=hint, exit_code=ExitCode.UNREACHABLE)


class Problem(CommandFailed):
    """What the server answered instead of doing it."""

    def __init__(self, status: int, detail: str, *, code: str = "", hint: str | None = None) -> None:
        exit_code = ExitCode.USAGE if status == _INVALID_STATUS else ExitCode.FAILED
        super().__init__(detail, hint=hint, exit_code=exit_code)
        self.status = status
        self.code = code


def from_domain(error: ShopfloorError) -> CommandFailed:
    exit_code = ExitCode.USAGE if error.status == _INVALID_STATUS else ExitCode.FAILED
    return CommandFailed(error.message, hint=error.hint, exit_code=exit_code)
