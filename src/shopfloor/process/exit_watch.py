"""Learns of a child's exit without blocking the loop: through a pidfd where there is one, else from a thread."""

import asyncio
import contextlib
import os
import subprocess
import threading
from collections.abc import Callable


class ExitWatch:
    """Reaps one child and tells its exit code to whoever waits."""

    def __init__(self, child: "subprocess.Popen[bytes]", *, use_pidfd: bool) -> None:
        self._child = child
        self._loop = asyncio.get_running_loop()
        self._exited: asyncio.Future[int] = self._loop.create_future()
        pidfd = _open_pidfd(child.pid) if use_pidfd else None
        if pidfd is None:
            threading.Thread(target=self._wait_in_thread, name=f"wait-{child.pid}", daemon=True).start()
        else:
            self._loop.add_reader(pidfd, self._on_pidfd, pidfd)

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def exit_code(self) -> int | None:
        return self._exited.result() if self._exited.done() else None

    async def wait(self) -> int:
        return await asyncio.shield(self._exited)

    def on_exit(self, callback: Callable[[], object]) -> None:
        self._exited.add_done_callback(lambda _: callback())

    def signal_group(self, signal_number: int) -> None:
        """Signals the child's process group, as long as the child itself keeps the group's number taken."""
        if not self._exited.done():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._child.pid, signal_number)

    def _on_pidfd(self, pidfd: int) -> None:
        exit_code = self._child.poll()
        if exit_code is None:
            return
        self._loop.remove_reader(pidfd)
        os.close(pidfd)
        self._exited.set_result(exit_code)

    def _wait_in_thread(self) -> None:
        exit_code = self._child.wait()
        with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
            self._loop.call_soon_threadsafe(self._exited.set_result, exit_code)


def has_pidfd() -> bool:
    pidfd = _open_pidfd(os.getpid())
    if pidfd is None:
        return False
    os.close(pidfd)
    return True


def _open_pidfd(pid: int) -> int | None:
    opener = getattr(os, "pidfd_open", None)
    if opener is None:
        return None
    try:
        return int(opener(pid))
    except OSError:
        return None
