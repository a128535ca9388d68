from pathlib import Path

import click
import pytest
from tests.support.repositories import git, make_checkout, make_repository

from shopfloor.cli.repository import resolve_repository


def resolve(text: str, cwd: Path, *, server_is_local: bool = True) -> str:
    return resolve_repository(text, cwd, server_is_local=server_is_local)


def test_a_folder_inside_a_work_tree_means_its_top(tmp_path: Path) -> None:
    checkout = make_checkout(tmp_path / "app", files={"src/deep/a.py": ""})
    for text, cwd in (
        (".", checkout / "src" / "deep"),
        ("src", checkout),
        ("../app", checkout),
        (str(checkout), tmp_path),
    ):
        assert resolve(text, cwd) == str(checkout)


def test_a_linked_worktree_is_meant_itself(tmp_path: Path) -> None:
    checkout = make_checkout(tmp_path / "app")
    git(checkout, "worktree", "add", "-q", str(tmp_path / "linked"))
    assert resolve("linked", tmp_path) == str(tmp_path / "linked")


def test_bare_repositories_are_found(tmp_path: Path) -> None:
    bare = make_repository(tmp_path / "things.git")
    assert resolve("things.git", tmp_path) == str(bare)
    assert resolve(".", bare / "refs") == str(bare)


def test_addresses_stay_as_they_are(tmp_path: Path) -> None:
    for address in (
        "https://github.com/a/b.git",
        "git@github.com:a/b.git",
        "ssh://host/x",
        "file:///srv/x.git",
        "ext::sh -c x",
    ):
        assert resolve(address, tmp_path) == address


def test_what_is_no_repository_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(click.UsageError, match="no folder"):
        resolve("missing", tmp_path)
    with pytest.raises(click.UsageError, match="not in a git repository"):
        resolve(".", tmp_path)


def test_paths_here_mean_nothing_to_a_server_elsewhere(tmp_path: Path) -> None:
    with pytest.raises(click.UsageError, match="another machine"):
        resolve(".", tmp_path, server_is_local=False)
    assert resolve("/srv/app.git", tmp_path, server_is_local=False) == "/srv/app.git"
