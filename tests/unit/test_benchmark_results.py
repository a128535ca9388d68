"""A partial run of the benchmarks replaces its own figures and no others."""

import json
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.figure import Figure, Target
from benchmarks.results import Measurement, write_measurement


def measured(hour: int, ours: float) -> Measurement:
    figure = Figure("one order, p50", ours, "ms", 100.0, Target("<=", 1.6, "ratio"))
    return Measurement(datetime(2026, 1, 31, hour, tzinfo=UTC), 1.0, False, {"cores": hour}, [figure])


def test_a_partial_run_keeps_the_other_figures_with_when_and_where(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    write_measurement(path, "one-order", measured(1, 150))
    write_measurement(path, "flood", measured(2, 150))

    write_measurement(path, "one-order", measured(3, 180))

    results = json.loads(path.read_text())
    assert list(results) == ["one-order", "flood"]
    assert [each["measured_at"][11:13] for each in results.values()] == ["03", "02"]
    assert [each["machine"] for each in results.values()] == [{"cores": 3}, {"cores": 2}]
    assert [each["figures"][0]["is_ok"] for each in results.values()] == [False, True]
    assert results["one-order"]["figures"][0]["target"] == "ratio <= 1.6x"
