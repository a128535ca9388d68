"""What the exit code of a command says, so that scripts can tell outcomes apart."""

from enum import IntEnum


class ExitCode(IntEnum):
    DONE = 0
    FAILED = 1
    USAGE = 2
    CANCELLED = 3
    UNFINISHED = 4
    UNREACHABLE = 5


EXIT_CODES_HELP = """\b
Exit codes:
  0  completed, or the command did what was asked
  1  failed
  2  wrong usage, or the request is not valid
  3  the work order was cancelled
  4  the work order is not finished: paused, waiting for an answer, or detached
  5  the server cannot be reached"""

_OF_STATUS = {
    "completed": ExitCode.DONE,
    "failed": ExitCode.FAILED,
    "cancelled": ExitCode.CANCELLED,
}


def exit_code_of(status: str) -> ExitCode:
    return _OF_STATUS.get(status, ExitCode.UNFINISHED)
