"""Files and commands in the folder the agent works in, each shown as a tool call."""

# ruff: noqa: PTH103, PTH117, PTH118, PTH120
# pathlib would cost a good part of the start time.
from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from subprocess import Popen
    from typing import Any

    from .turn import Turn

_OUTPUT_LIMIT = 64 * 1024
_EXIT_POLL_SECONDS = 0.02


class PathRefused(Exception):
    pass


def resolve(cwd: str, path: str) -> str:
    """The full path of a file in the workspace; refuses what lies outside of it or belongs to git."""
    root = os.path.realpath(cwd)
    full = os.path.realpath(os.path.join(root, path))
    inside = os.path.relpath(full, root)
    if not path or "\0" in path or inside == ".":
        raise PathRefused(f"`{path}` does not name a file.")
    if os.path.isabs(path) or inside == ".." or inside.startswith("../"):
        raise PathRefused(f"`{path}` lies outside of the workspace, so I leave it alone.")
    if inside.split("/")[0] == ".git":
        raise PathRefused(f"`{path}` belongs to git, so I leave it alone.")
    return full


def read(cwd: str, path: str) -> str | None:
    try:
        with open(resolve(cwd, path), encoding="utf-8", errors="replace") as file:
            return file.read()
    except (OSError, PathRefused):
        return None


def write(turn: Turn, path: str, text: str) -> bool:
    if turn.session.choices["mode"] == "plan" and turn.phase != "planning":
        turn.say(f"I am in plan mode, so I only say it: `{path}` would be written.")
        return False
    tool_call_id = turn.start_tool(f"Write {path}", "edit", rawInput={"path": path})
    try:
        full = resolve(turn.session.cwd, path)
        old = read(turn.session.cwd, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
            file.write(text)
    except (OSError, ValueError, PathRefused) as exc:
        turn.end_tool(tool_call_id, ok=False, content=[_text(str(exc))])
        turn.say(f"I could not write `{path}`: {exc}")
        return False
    diff: dict[str, Any] = {"type": "diff", "path": full, "newText": text}
    if old is not None:
        diff["oldText"] = old
    turn.end_tool(tool_call_id, ok=True, content=[diff], locations=[{"path": full}])
    return True


def run(turn: Turn, command: str | list[str], *, seconds: float | None = None) -> tuple[int, str]:
    """Runs it and returns exit code and output. A cancelled turn, or the time limit, ends it and its group."""
    from subprocess import DEVNULL, PIPE, STDOUT, Popen

    shown = command if isinstance(command, str) else " ".join(command)
    tool_call_id = turn.start_tool(f"Run {shown}", "execute", rawInput={"command": shown})
    argv = ["sh", "-c", command] if isinstance(command, str) else command
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    with Popen(
        argv, cwd=turn.session.cwd, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, env=environment, start_new_session=True
    ) as process:
        output = _watch(turn, process, seconds)
    turn.end_tool(
        tool_call_id,
        ok=process.returncode == 0,
        content=[_text(output)],
        rawOutput={"exit_code": process.returncode, "output": output},
    )
    return process.returncode, output


def _watch(turn: Turn, process: Popen[bytes], seconds: float | None) -> str:
    """Collects output until the program ends; what it left in the background may keep the pipe open."""
    from time import monotonic

    assert process.stdout is not None
    pipe = process.stdout.fileno()
    deadline = None if seconds is None else monotonic() + seconds
    output, pipe_open = b"", True
    try:
        while True:
            ready = turn.connection.poll(_EXIT_POLL_SECONDS, *([pipe] if pipe_open else []))
            turn.raise_if_cancelled()
            if ready:
                data = os.read(pipe, 65536)
                pipe_open = bool(data)
                output = (output + data)[:_OUTPUT_LIMIT]
            if (not ready or not pipe_open) and process.poll() is not None:
                return output.decode("utf-8", "replace")
            if deadline is not None and monotonic() > deadline:
                _end(process)
                return output.decode("utf-8", "replace") + f"\n(ended after {seconds} seconds)\n"
    except BaseException:
        _end(process)
        raise


def _end(process: Popen[bytes]) -> None:
    from signal import SIGKILL

    if process.poll() is None:
        os.killpg(process.pid, SIGKILL)
    process.wait()


def _text(text: str) -> dict[str, Any]:
    return {"type": "content", "content": {"type": "text", "text": text}}
