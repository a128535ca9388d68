"""Brings forth servers that have their imports behind them, so that a test can afford dozens of restarts.

Run as a program: for each line of JSON on its standard input it forks a process that carries out that command of the
command line, and prints the process's id.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psutil


class Nursery:
    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__], env={}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def close(self) -> None:
        self._process.communicate()

    def bear(self, arguments: list[str], environment: Mapping[str, str], output: Path) -> psutil.Process:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        order = {"arguments": arguments, "environment": dict(environment), "output": str(output)}
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return psutil.Process(int(self._process.stdout.readline()))


def _serve_orders() -> None:
    import dbos  # noqa: F401 - imported now, so that the children need not

    import shopfloor.server  # noqa: F401

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        order = json.loads(line)
        if (pid := os.fork()) == 0:
            _become(order)
        print(pid, flush=True)


def _become(order: dict[str, Any]) -> None:
    """The child never returns to the loop of its parent."""
    from shopfloor.cli.main import main

    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        output = os.open(order["output"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for number, descriptor in ((0, nothing), (1, output), (2, output)):
            os.dup2(descriptor, number)
        os.environ.clear()
        os.environ.update(order["environment"])
        sys.argv = ["shopfloor", *order["arguments"]]
        main()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


if __name__ == "__main__":
    _serve_orders()
