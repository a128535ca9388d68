"""The repository a user names: a path in her shell becomes the top of its work tree, an address stays as it is."""

import re
from pathlib import Path

import click

_ADDRESS = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://|^[^/.][^/]*:")
_SHORTHAND = re.compile(r"^[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+$")
"""owner/name: of a repository on GitHub, unless there is a folder of that name."""
_PARTS_OF_A_BARE_REPOSITORY = ("HEAD", "objects", "refs")


def resolve_repository(text: str, cwd: Path, *, server_is_local: bool) -> str:
    path = cwd / Path(text).expanduser()
    if not server_is_local:
        return _for_another_machine(text)
    if (_ADDRESS.match(text) or _SHORTHAND.match(text)) and not path.exists():
        return text
    if not path.exists():
        raise click.UsageError(f"There is no folder {path}.")
    top = _top_of(path.resolve())
    if top is None:
        raise click.UsageError(f"{path.resolve()} is not in a git repository. Make it one with `git init`.")
    return str(top)


def _top_of(path: Path) -> Path | None:
    for folder in (path, *path.parents):
        if (folder / ".git").exists():
            return folder
        if all((folder / part).exists() for part in _PARTS_OF_A_BARE_REPOSITORY):
            return folder.parent if folder.name == ".git" else folder
    return None


def _for_another_machine(text: str) -> str:
    if _ADDRESS.match(text) or _SHORTHAND.match(text) or text.startswith("/"):
        return text
    raise click.UsageError(f"The server runs on another machine, where {text} means nothing: give a URL.")
