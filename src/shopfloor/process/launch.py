"""Starting a child: the one call of Popen, and what its failures mean."""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from shopfloor.errors import ProcessError, ProgramNotFound


@dataclass(frozen=True, slots=True)
class Program:
    argv: Sequence[str]
    cwd: Path | None
    environment: Mapping[str, str]
    """All of it: nothing is inherited."""
    descriptors: tuple[int, ...] = ()
    """Of ours, open in the program too: a private channel for what must not stand in arguments or variables."""


def launch(program: Program, *, stdin: int, stdout: int, stderr: int) -> "subprocess.Popen[bytes]":
    """Starts a program in a session of its own. Without preexec_fn, so that Python uses vfork: about a millisecond."""
    try:
        return subprocess.Popen(
            list(program.argv),
            cwd=program.cwd,
            env=dict(program.environment),
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            bufsize=0,
            close_fds=True,
            pass_fds=program.descriptors,
            start_new_session=True,
        )
    except (OSError, ValueError) as exc:
        raise start_failure(program, exc) from exc


def start_failure(program: Program, reason: OSError | ValueError) -> ProcessError:
    if isinstance(reason, FileNotFoundError | NotADirectoryError | PermissionError):
        return _cannot_start(program)
    return ProcessError(f"{program.argv[0]!r} could not be started: {reason}")


def found(program: Program) -> Program:
    """The program by its full path, for starting it through another one, which could not tell that it is missing."""
    path = _full_path(program)
    if path is None or (program.cwd is not None and not program.cwd.is_dir()):
        raise _cannot_start(program)
    return replace(program, argv=[path, *program.argv[1:]])


def _full_path(program: Program) -> str | None:
    name = program.argv[0]
    if "/" not in name:
        return shutil.which(name, path=program.environment.get("PATH", os.defpath))
    path = Path(program.cwd or "") / name
    return str(path) if path.is_file() and os.access(path, os.X_OK) else None


def _cannot_start(program: Program) -> ProcessError:
    name = program.argv[0]
    if program.cwd is not None and not program.cwd.is_dir():
        return ProcessError(f"{name!r} could not be started: the folder {str(program.cwd)!r} does not exist")
    return ProgramNotFound(
        f"the program {name!r} was not found or may not be executed",
        hint=f"Install {name!r}, or check that it is on PATH and executable.",
    )
