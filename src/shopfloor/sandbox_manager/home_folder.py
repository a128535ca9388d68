"""The agent's HOME: its own, so that it neither sees nor changes the user's."""

from pathlib import Path

from shopfloor.domain.work_order import Author


def furnish_home(home: Path, author: Author) -> None:
    """An agent that commits by itself does so in the user's name. What it has set itself is left alone."""
    config = home / ".gitconfig"
    if config.exists() or config.is_symlink():
        return
    config.write_text(f"[user]\n\tname = {_quoted(author.name)}\n\temail = {_quoted(author.email)}\n", encoding="utf-8")


def _quoted(value: str) -> str:
    line = " ".join(value.encode("utf-8", "replace").decode().split())
    escaped = line.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
