"""The table on the terminal and the file beside it."""

import datetime
import json
import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import psutil

from benchmarks.figure import Figure

_HEAD = ("figure", "ours", "floor", "ratio", "target", "", "spread")


def table_of(figures: Sequence[Figure]) -> str:
    rows = [_HEAD, *(_row(figure) for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def write_results(
    path: Path, figures: Sequence[Figure], failures: Sequence[str], *, seconds: float, quick: bool
) -> None:
    results = {
        "measured_at": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "quick": quick,
        "seconds": round(seconds, 1),
        "machine": machine_facts(),
        "failed": list(failures),
        "figures": [_as_json(figure) for figure in figures],
    }
    path.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


def machine_facts() -> Mapping[str, Any]:
    return {
        "system": platform.platform(),
        "python": platform.python_version(),
        "git": subprocess.run(["git", "--version"], check=True, capture_output=True, text=True).stdout.split()[2],
        "cores": os.cpu_count(),
        "memory_mb": round(psutil.virtual_memory().total / 2**20),
        "load_average": [round(value, 2) for value in os.getloadavg()],
    }


def _row(figure: Figure) -> tuple[str, ...]:
    verdict = {True: "ok", False: "OVER", None: ""}[figure.is_ok]
    return (
        figure.name,
        _number(figure.ours, figure.unit),
        "" if figure.floor is None else _number(figure.floor, figure.unit),
        "" if figure.ratio is None else f"{figure.ratio:.2f}x",
        "" if figure.target is None else str(figure.target),
        verdict,
        figure.spread,
    )


def _number(value: float, unit: str) -> str:
    return f"{value:.0f} {unit}" if value >= 100 or value == int(value) else f"{value:.1f} {unit}"


def _as_json(figure: Figure) -> dict[str, Any]:
    told = asdict(figure) | {"ratio": figure.ratio, "is_ok": figure.is_ok}
    told["target"] = None if figure.target is None else f"{figure.target.of} {figure.target}"
    return {name: round(value, 3) if isinstance(value, float) else value for name, value in told.items()}
