"""Processes that are recognised by how long they sleep."""

import time

import psutil


def sleepers(seconds: int) -> list[int]:
    found = []
    for process in psutil.process_iter(["cmdline", "status"]):
        cmdline = process.info["cmdline"] or []
        if cmdline[:2] == ["sleep", str(seconds)] and process.info["status"] != psutil.STATUS_ZOMBIE:
            found.append(process.pid)
    return found


def wait_for_sleepers(seconds: int, count: int) -> None:
    deadline = time.monotonic() + 60
    while len(sleepers(seconds)) < count:
        assert time.monotonic() < deadline
        time.sleep(0.02)
