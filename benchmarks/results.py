"""The file of figures: for each benchmark what it last measured, when and where. A partial run leaves the others be."""

import json
import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import psutil

from benchmarks.figure import Figure


@dataclass(frozen=True, slots=True)
class Measurement:
    """One benchmark, carried out once."""

    measured_at: datetime
    seconds: float
    quick: bool
    machine: Mapping[str, Any]
    figures: Sequence[Figure]


def write_measurement(path: Path, benchmark: str, measurement: Measurement) -> None:
    """Written as soon as it is known: a run that is broken off has lost nothing."""
    earlier = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    path.write_text(json.dumps(earlier | {benchmark: _as_json(measurement)}, indent=2) + "\n", encoding="utf-8")


def machine_facts() -> Mapping[str, Any]:
    return {
        "system": platform.platform(),
        "python": platform.python_version(),
        "git": subprocess.run(["git", "--version"], check=True, capture_output=True, text=True).stdout.split()[2],
        "cores": os.cpu_count(),
        "memory_mb": round(psutil.virtual_memory().total / 2**20),
        "load_average": [round(value, 2) for value in os.getloadavg()],
    }


def _as_json(measurement: Measurement) -> dict[str, Any]:
    return {
        "measured_at": measurement.measured_at.isoformat(timespec="seconds"),
        "seconds": round(measurement.seconds, 1),
        "quick": measurement.quick,
        "machine": measurement.machine,
        "figures": [_figure_as_json(figure) for figure in measurement.figures],
    }


def _figure_as_json(figure: Figure) -> dict[str, Any]:
    told = asdict(figure) | {"ratio": figure.ratio, "is_ok": figure.is_ok}
    told["target"] = None if figure.target is None else f"{figure.target.of} {figure.target}"
    return {name: round(value, 3) if isinstance(value, float) else value for name, value in told.items()}
