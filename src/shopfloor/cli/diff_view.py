"""Diffs on a terminal: the patch with its usual colours, or one line a file."""

from typing import Any

from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import counted, display_width, lines_changed, pad, printable

_WIDEST_BAR = 40
_STATUS_WORDS = {"added": "new", "deleted": "deleted", "renamed": "renamed", "copied": "copied"}


def print_diff(terminal: Terminal, remarks: Terminal, diff: dict[str, Any]) -> None:
    """Written to a file it is a patch, byte for byte; what is said beside it goes elsewhere (`remarks`)."""
    for file in diff["files"]:
        if file["patch"]:
            _print_patch(terminal, file["patch"])
        else:
            remarks.line(_without_patch(file))
        if file["truncated"]:
            remarks.line(f"({_name(file)}: the rest of the diff is left out, it is too large)")
    if diff["truncated"]:
        remarks.line("(more files are changed than are shown here)")


def _print_patch(terminal: Terminal, patch: str) -> None:
    for line in patch.removesuffix("\n").split("\n"):
        terminal.line(_styled(terminal, printable(line)) if terminal.is_tty else line)


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
