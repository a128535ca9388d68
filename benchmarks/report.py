"""The table on the terminal."""

from collections.abc import Sequence

from benchmarks.figure import Figure

_HEAD = ("figure", "ours", "floor", "ratio", "target", "", "spread")


def table_of(figures: Sequence[Figure]) -> str:
    rows = [_HEAD, *(_row(figure) for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


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
