"""Ignores SIGTERM, has three children, three grandchildren in sessions of their own, and one that hops pids."""

import os
import signal
import sys
import time


def nap() -> None:
    while True:
        time.sleep(60)


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
    if os.fork() == 0:
        while True:
            time.sleep(0.003)
            if os.fork() > 0:
                os._exit(0)
            os.setsid()


signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
for start in (child, daemon) * 3:
    start()
if "hopping" in sys.argv:
    hopper()
sys.stdout.write("ready\n")
sys.stdout.flush()
nap()
