"""`python -m benchmarks [--quick] [--only NAME]…`"""

import argparse
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.board import measure_board
from benchmarks.event_lag import measure_event_lag
from benchmarks.figure import Figure
from benchmarks.file_watching import measure_file_watching
from benchmarks.flood import measure_flood
from benchmarks.large_repository import measure_large_repository
from benchmarks.many_orders import measure_many_orders
from benchmarks.one_order import measure_one_order
from benchmarks.real_agents import measure_real_agents
from benchmarks.report import table_of
from benchmarks.repositories import scratch_folder
from benchmarks.results import Measurement, machine_facts, write_measurement
from benchmarks.setting import Setting
from benchmarks.web_page import measure_web_page

BENCHMARKS: Mapping[str, Callable[[Setting], list[Figure]]] = {
    "one-order": measure_one_order,
    "many-orders": measure_many_orders,
    "event-lag": measure_event_lag,
    "flood": measure_flood,
    "large-repository": measure_large_repository,
    "file-watching": measure_file_watching,
    "real-agents": measure_real_agents,
    "web-page": measure_web_page,
    "board": measure_board,
}
_RESULTS = Path(__file__).with_name("results.json")


def main() -> int:
    """Over its target is a finding, not a failure: the exit code only tells whether everything could be measured."""
    options = _options()
    figures: list[Figure] = []
    failures: list[str] = []
    for name in options.only or BENCHMARKS:
        try:
            measurement = _measure(name, quick=options.quick)
        except Exception:
            failures.append(name)
            traceback.print_exc()
        else:
            figures += measurement.figures
            write_measurement(options.output, name, measurement)
    print(table_of(figures))
    if failures:
        print(f"failed: {', '.join(failures)}")
    return 1 if failures else 0


def _measure(name: str, *, quick: bool) -> Measurement:
    print(f"{name} …", file=sys.stderr, flush=True)
    machine, measured_at, start = machine_facts(), datetime.now(UTC), time.monotonic()
    with scratch_folder() as folder:
        figures = BENCHMARKS[name](Setting(folder, quick))
    return Measurement(measured_at, time.monotonic() - start, quick, machine, figures)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Speed and memory against the floor.")
    parser.add_argument("--quick", action="store_true", help="fewer repetitions and smaller loads")
    parser.add_argument("--only", action="append", choices=list(BENCHMARKS), help="may be given more than once")
    parser.add_argument("--output", type=Path, default=_RESULTS, help="JSON that keeps each benchmark's last figures")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
