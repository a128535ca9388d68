"""What a command stands in: its streams and its folder. Looked up once, passed on."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO


@dataclass(frozen=True, slots=True)
class Shell:
    cwd: Path
    stdin: TextIO
    stdout: TextIO
    stderr: TextIO

    @staticmethod
    def current() -> "Shell":
        return Shell(Path.cwd(), sys.stdin, sys.stdout, sys.stderr)

    @property
    def is_interactive(self) -> bool:
        """Somebody is there to be asked."""
        return self.stdin.isatty() and self.stderr.isatty()

    def ask(self, question: str) -> str:
        """The answer without white space around it; an ended input is an empty answer."""
        self.stderr.write(question)
        self.stderr.flush()
        return self.stdin.readline().strip()
