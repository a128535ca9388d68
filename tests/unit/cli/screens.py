"""Terminals whose screen can be read."""

import io

from shopfloor.cli.terminal import Signs, Terminal

SIGNS = Signs(ok="✓", failed="✗", phase="●", warning="!", item="·", dash="–")


class Screen:
    def __init__(self, *, is_tty: bool = False, width: int | None = None) -> None:
        self._stream = io.StringIO()
        self.terminal = Terminal(self._stream, is_tty=is_tty, is_live=is_tty, color=False, signs=SIGNS, width=width)

    @property
    def written(self) -> str:
        return self._stream.getvalue()

    @property
    def text(self) -> str:
        """What is to be seen in the end: erased lines are gone."""
        return "\n".join(line.rsplit("\r\x1b[K", 1)[-1] for line in self.written.split("\n"))
