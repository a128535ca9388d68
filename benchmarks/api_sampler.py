"""Asks the server the way a person's browser would, from a process of its own, until it is told to stop.

Run as a program it prints the seconds of each answer by kind as JSON once its standard input closes.
"""

import contextlib
import itertools
import json
import select
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator

from benchmarks.client import Client

_PAUSE_SECONDS = 0.2
_MOST_SECONDS = 600.0

Samples = dict[str, list[float]]


@contextlib.contextmanager
def sampling(url: str, order_id: str) -> Iterator[Samples]:
    """The samples are there when the block has ended."""
    samples: Samples = {}
    command = [sys.executable, "-m", "benchmarks.api_sampler", url, order_id]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            yield samples
            output, _ = process.communicate(timeout=30)
        except BaseException:
            process.kill()
            raise
    samples.update(json.loads(output))


def _sample(url: str, order_id: str) -> Samples:
    places = {"list": "/agent-work-orders?limit=50", "order": f"/agent-work-orders/{order_id}", "health": "/health"}
    samples: defaultdict[str, list[float]] = defaultdict(list)
    deadline = time.monotonic() + _MOST_SECONDS
    with contextlib.closing(Client(url)) as client:
        for name in itertools.cycle(places):
            samples[name].append(client.ask("GET", places[name]).seconds)
            told_to_stop, _, _ = select.select([sys.stdin], [], [], _PAUSE_SECONDS)
            if told_to_stop or time.monotonic() > deadline:
                return dict(samples)
    return {}


if __name__ == "__main__":
    print(json.dumps(_sample(*sys.argv[1:])))
