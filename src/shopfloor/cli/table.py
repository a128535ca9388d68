"""Tables that fit the terminal: one column gives way, the others keep their width."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import display_width, one_line, pad, printable, shorten

_GAP = "  "
_NARROWEST = 12


@dataclass(frozen=True, slots=True)
class Cell:
    text: str
    color: str | None = None
    dim: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    heading: str
    gives_way: bool = False


def print_table(terminal: Terminal, columns: Sequence[Column], rows: Sequence[Sequence[Cell | str]]) -> None:
    cells = [[_cell(cell) for cell in row] for row in rows]
    widths = _widths(columns, cells, terminal.width)
    headings = [Cell(column.heading, dim=True) for column in columns]
    for row in [headings, *cells]:
        terminal.line(_row(terminal, row, widths))


def _cell(cell: Cell | str) -> Cell:
    cell = Cell(cell) if isinstance(cell, str) else cell
    return Cell(one_line(cell.text), cell.color, cell.dim)


def _widths(columns: Sequence[Column], rows: Sequence[Sequence[Cell]], available: int | None) -> list[int]:
    widths = [
        max(display_width(column.heading), *(display_width(row[index].text) for row in rows), 0)
        for index, column in enumerate(columns)
    ]
    if available is None:
        return widths
    for index in [index for index, column in enumerate(columns) if column.gives_way]:
        excess = sum(widths) + len(_GAP) * (len(widths) - 1) - available
        if excess > 0:
            widths[index] = max(min(_NARROWEST, widths[index]), widths[index] - excess)
    return widths


def _row(terminal: Terminal, row: Sequence[Cell], widths: Sequence[int]) -> str:
    parts = []
    for number, (cell, width) in enumerate(zip(row, widths, strict=True), 1):
        text = shorten(cell.text, width)
        styled = terminal.style(text, fg=cell.color, dim=cell.dim or None) if cell.color or cell.dim else text
        parts.append(styled if number == len(row) else styled + " " * (width - display_width(text)))
    return _GAP.join(parts).rstrip()


def print_facts(terminal: Terminal, facts: Sequence[tuple[str, str]]) -> None:
    """Names and values under each other; facts without a value are left out."""
    known = [(name, value) for name, value in facts if value]
    width = max((display_width(name) for name, _ in known), default=0)
    for name, value in known:
        first, *more = printable(value).split("\n")
        terminal.line(f"  {terminal.style(pad(name, width), dim=True)}  {first}")
        for line in more:
            terminal.line(f"  {' ' * width}  {line}")


def fact_text(value: Any) -> str:
    """A value of the API as people read it; empty for none."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "\n".join(f"{name}: {text}" for name, each in value.items() if (text := fact_text(each)))
    if isinstance(value, list):
        return (", " if all(isinstance(each, str) for each in value) else "\n").join(map(fact_text, value))
    return "" if value is None else str(value)
