"""Whether a program lives."""

import psutil


def is_alive(pid: int) -> bool:
    """A zombie is dead: it waits for its parent, which may be a lazy init."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
