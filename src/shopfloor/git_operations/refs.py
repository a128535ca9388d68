"""Reads refs without starting git, where they are plain files: in our own mirrors, and in most repositories."""

import os
import re
from pathlib import Path

from shopfloor.errors import GitError

_SHA = re.compile(r"^[0-9a-f]{40}(?:[0-9a-f]{24})?$")
_NO_PLAIN_REFS = ".invalid"
"""What HEAD names in repositories with another store for their refs."""
_EMPTY_TREES = {
    40: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    64: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
}


def is_sha(text: str) -> bool:
    return _SHA.match(text) is not None


def null_sha(like: str) -> str:
    """The value that stands for "no object" in a repository with ids like this one."""
    return "0" * len(like)


def empty_tree(like: str) -> str:
    return _EMPTY_TREES[len(like)]


def empty_tree_in(repository: Path) -> str:
    """For where there is no commit yet that would tell the length of ids."""
    config = (repository / "config").read_text(errors="replace").lower()
    return _EMPTY_TREES[64 if "sha256" in config else 40]


def read_ref(repository: Path, name: str) -> str | None:
    """The commit a ref of a repository with plain ref files points to, or None where there is no such ref."""
    for _ in range(2):
        # pack-refs moves a ref from its file into packed-refs: whoever finds it in neither looks once more.
        sha = _read_loose(repository, name) or _read_packed(repository, name)
        if sha is not None:
            return sha
    return None


def _read_loose(repository: Path, name: str, depth: int = 0) -> str | None:
    try:
        with open(f"{repository}/{name}", "rb", buffering=0) as file:
            content = file.read().decode("utf-8", "surrogateescape").strip()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    if content.startswith("ref: ") and depth < 5:
        target = content.removeprefix("ref: ").strip()
        return _read_loose(repository, target, depth + 1) or _read_packed(repository, target)
    return content if is_sha(content) else None


def is_symbolic(repository: Path, name: str) -> bool:
    """Whether the ref only names another one."""
    try:
        return (repository / name).read_bytes().startswith(b"ref: ")
    except OSError:
        return False


def _read_packed(repository: Path, name: str) -> str | None:
    try:
        content = (repository / "packed-refs").read_bytes()
    except FileNotFoundError:
        return None
    wanted = b" " + name.encode("utf-8", "surrogateescape") + b"\n"
    at = content.find(wanted)
    if at < 0:
        return None
    sha = content[content.rfind(b"\n", 0, at) + 1 : at].decode()
    return sha if is_sha(sha) else None


def plain_git_dir(path: Path) -> Path | None:
    """Where a repository on this machine has its refs as files; None where only git knows how to read them."""
    for folder in (path / ".git", path):
        if (folder / "HEAD").is_file() and (folder / "objects").is_dir():
            return folder if read_head(folder) != _NO_PLAIN_REFS else None
    return None


def read_head(git_dir: Path) -> str | None:
    """The branch that HEAD names; None where it is detached."""
    content = (git_dir / "HEAD").read_text(encoding="utf-8", errors="surrogateescape").strip()
    return content.removeprefix("ref: refs/heads/") if content.startswith("ref: refs/heads/") else None


def require_ref(repository: Path, name: str) -> str:
    sha = read_ref(repository, name)
    if sha is None:
        raise GitError(f"{name.removeprefix('refs/heads/')} is not in the mirror.")
    return sha


def is_branch_name_taken(repository: Path, branch: str) -> bool:
    """Whether git could not make this branch here: it exists, or one above or below it does; case does not count."""
    return _is_taken_by_file(repository / "refs" / "heads", branch.split("/")) or is_taken_in_pack(repository, branch)


def in_each_others_way(one: str, other: str) -> bool:
    first, second = one.casefold(), other.casefold()
    return first == second or first.startswith(f"{second}/") or second.startswith(f"{first}/")


def _is_taken_by_file(folder: Path, parts: list[str]) -> bool:
    for part in parts:
        try:
            names = [entry.name for entry in os.scandir(folder)]
        except FileNotFoundError:
            return False
        except NotADirectoryError:
            return True
        same = [name for name in names if name.casefold() == part.casefold()]
        if not same:
            return False
        folder = folder / same[0]
    return folder.is_file() or any(files for _, _, files in os.walk(folder))


def is_taken_in_pack(repository: Path, branch: str) -> bool:
    """Itself, or one above or below it."""
    try:
        content = (repository / "packed-refs").read_bytes()
    except FileNotFoundError:
        return False
    parts = branch.encode("utf-8", "surrogateescape").lower().split(b"/")
    above_and_itself = [b"/".join(parts[: count + 1]) + b"\n" for count in range(len(parts))]
    names = [*above_and_itself, b"/".join(parts) + b"/"]
    lowered = content.lower()
    return any(b" refs/heads/" + name in lowered for name in names)
