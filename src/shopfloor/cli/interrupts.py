"""Ctrl-C as something to be answered between two events, never in the middle of one."""

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")


class Interrupts:
    def __init__(self) -> None:
        self._is_waiting = False
        self._is_pending = False
        self._before: Any = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._on_signal)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def wait_for(self, action: Callable[[], T]) -> T:
        """Raises KeyboardInterrupt for a Ctrl-C that came since the last wait or comes during this one."""
        self._is_waiting = True
        try:
            if self._is_pending:
                raise KeyboardInterrupt
            return action()
        finally:
            self._is_waiting = False
            self._is_pending = False

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._is_pending = True
        if self._is_waiting:
            raise KeyboardInterrupt
