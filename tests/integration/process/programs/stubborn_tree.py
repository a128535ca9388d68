"""Ignores SIGTERM, has three children, three grandchildren in sessions of their own, and on demand one that hops pids.

All hold the pipe named by the second argument. None outlives a minute, whatever becomes of the test.
"""

import os
import signal
import sys
import time

END = time.monotonic() + 60


def nap() -> None:
    time.sleep(max(0.0, END - time.monotonic()))
    os._exit(0)


def child() -> None:
    if os.fork() == 0:
        nap()


def daemon() -> None:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            nap()
        os._exit(0)


def hopper() -> None:
    if os.fork() > 0:
        return
    while time.monotonic() < END:
        time.sleep(0.003)
        if os.fork() > 0:
            os._exit(0)
        os.setsid()
    os._exit(0)


held = os.open(sys.argv[2], os.O_WRONLY)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
for start in (child, daemon) * 3:
    start()
if "hopping" in sys.argv:
    hopper()
sys.stdout.write("ready\n")
sys.stdout.flush()
nap()
