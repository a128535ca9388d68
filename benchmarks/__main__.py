"""`python -m benchmarks [--quick] [--only NAME]…`"""

import argparse
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.figure import Figure
from benchmarks.one_order import measure_one_order
from benchmarks.report import table_of, write_results
from benchmarks.repositories import scratch_folder
from benchmarks.setting import Setting

BENCHMARKS: Mapping[str, Callable[[Setting], list[Figure]]] = {
    "one-order": measure_one_order,
}
_RESULTS = Path(__file__).with_name("results.json")


def main() -> int:
    options = _options()
    began = time.monotonic()
    figures = [figure for name in options.only or BENCHMARKS for figure in _measure(name, quick=options.quick)]
    print(table_of(figures))
    write_results(options.output, figures, seconds=time.monotonic() - began, quick=options.quick)
    return 0


def _measure(name: str, *, quick: bool) -> list[Figure]:
    """A benchmark that fails is told and does not keep the others from running."""
    print(f"{name} …", file=sys.stderr, flush=True)
    try:
        with scratch_folder() as folder:
            return BENCHMARKS[name](Setting(folder, quick))
    except (RuntimeError, TimeoutError, OSError) as exc:
        return [Figure(f"{name}: {exc}", float("nan"), "", None, None)]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer repetitions: minutes become seconds")
    parser.add_argument("--only", action="append", choices=list(BENCHMARKS), help="may be given more than once")
    parser.add_argument("--output", type=Path, default=_RESULTS, help="where the figures go as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
