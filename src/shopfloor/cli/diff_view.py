"""Diffs on a terminal: the patch with its usual colours, or one line a file."""

from typing import Any

from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import counted, display_width, lines_changed, pad, printable

_WIDEST_BAR = 40
_STATUS_WORDS = {"added": "new", "deleted": "deleted", "renamed": "renamed", "copied": "copied"}


def print_diff(terminal: Terminal, diff: dict[str, Any]) -> None:
    for file in diff["files"]:
        if file["patch"]:
            for line in file["patch"].splitlines():
                terminal.line(_styled(terminal, printable(line)))
        else:
            terminal.line(terminal.style(_without_patch(file), bold=True))
        if file["truncated"]:
            terminal.line(terminal.style("(the rest of this file's diff is left out: it is too large)", dim=True))
    if diff["truncated"]:
        terminal.line(terminal.style("(more files changed than are shown here)", dim=True))


def _styled(terminal: Terminal, line: str) -> str:
    if line.startswith(("diff --git", "--- ", "+++ ", "index ", "new file", "deleted file", "rename ", "similarity")):
        return terminal.style(line, bold=True)
    color = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1])
    return terminal.style(line, fg=color) if color else line


def _without_patch(file: dict[str, Any]) -> str:
    kind = "binary file, " if file["is_binary"] else ""
    return f"{_name(file)} ({kind}{file['status']})"


def _name(file: dict[str, Any]) -> str:
    path = printable(file["path"])
    old = file["old_path"]
    return f"{printable(old)} => {path}" if old and old != file["path"] else path


def print_diff_stat(terminal: Terminal, diff: dict[str, Any]) -> None:
    files = diff["files"]
    width = max((display_width(_name(file)) for file in files), default=0)
    most = max((file["lines_added"] + file["lines_removed"] for file in files), default=0)
    for file in files:
        terminal.line(f" {pad(_name(file), width)} | {_figures(terminal, file, most)}".rstrip())
    added, removed = (sum(file[name] for file in files) for name in ("lines_added", "lines_removed"))
    terminal.line(f" {counted(len(files), 'file')} changed, {lines_changed(added, removed)}")


def _figures(terminal: Terminal, file: dict[str, Any], most: int) -> str:
    if file["is_binary"]:
        return "binary"
    added, removed = file["lines_added"], file["lines_removed"]
    scale = min(1.0, _WIDEST_BAR / most) if most else 0.0
    bar = terminal.style("+" * _bar(added, scale), fg="green") + terminal.style("-" * _bar(removed, scale), fg="red")
    word = _STATUS_WORDS.get(str(file["status"]), "")
    return f"{added + removed:>5} {bar}" + (f"  {terminal.style(word, dim=True)}" if word else "")


def _bar(lines: int, scale: float) -> int:
    return max(1, round(lines * scale)) if lines else 0
