"""A branch comes into a repository on this machine whole, or by an ordinary push, or not at all."""

import os
import zlib
from collections.abc import Callable

import pytest
from tests.integration.git.fixtures import Floor
from tests.integration.git.repositories import USER, Repository, message

from shopfloor.errors import GitError


async def turn(floor: Floor, workspace: Repository, name: str) -> str:
    workspace.write(name, f"{name}\n")
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    assert commit is not None
    floor.processes.commands.clear()
    return commit.sha


def was_pushed_by_git(floor: Floor) -> bool:
    return "push" in [argv[1] for argv in floor.processes.commands]


async def test_what_arrives_is_whole(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    for name in ("a", "b"):
        sha = await turn(floor, workspace, name)
        await floor.commits.push(base.mirror_path, bare.location, "feat-x", base.branch)
        assert bare.sha("feat-x") == sha
    assert not was_pushed_by_git(floor)
    bare.git("fsck", "--full", "--strict", "--connectivity-only")
    assert {b"a", b"b"} <= set(bare.files("feat-x"))


def _wants_checks(bare: Repository) -> None:
    bare.git("config", "receive.fsckObjects", "true")


def _has_moved_on(bare: Repository) -> None:
    bare.git("update-ref", "refs/heads/trunk", bare.git("commit-tree", "-m", "later", "-p", "trunk", "trunk^{tree}"))


def _is_shallow(bare: Repository) -> None:
    (bare.path / "shallow").write_text(f"{bare.sha('trunk')}\n")


def _was_repacked(bare: Repository) -> None:
    bare.git("repack", "-adq")
    bare.git("pack-refs", "--all")


async def test_packed_refs_and_objects_over_there_are_ordinary(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    await turn(floor, workspace, "a")
    await floor.commits.push(base.mirror_path, bare.location, "feat-x", base.branch)
    _was_repacked(bare)
    sha = await turn(floor, workspace, "b")
    await floor.commits.push(base.mirror_path, bare.location, "feat-x", base.branch)
    assert not was_pushed_by_git(floor)
    assert bare.sha("feat-x") == sha


@pytest.mark.parametrize("unusual", [_wants_checks, _has_moved_on, _is_shallow])
async def test_what_is_unusual_is_pushed_by_git(
    floor: Floor, bare: Repository, unusual: Callable[[Repository], None]
) -> None:
    base, workspace = await floor.start(bare.location)
    sha = await turn(floor, workspace, "a")
    unusual(bare)
    await floor.commits.push(base.mirror_path, bare.location, "feat-x", base.branch)
    assert was_pushed_by_git(floor)
    assert bare.sha("feat-x") == sha


async def test_a_checkout_gets_the_branch_and_a_line_in_its_log(floor: Floor, checkout: Repository) -> None:
    base, workspace = await floor.start(checkout.location)
    sha = await turn(floor, workspace, "a")
    await floor.commits.push(base.mirror_path, checkout.location, "feat-x", base.branch)
    assert not was_pushed_by_git(floor)
    assert checkout.git("reflog", "show", "--format=%H %gs", "feat-x") == f"{sha} push"


async def test_a_folder_for_transfers_that_somebody_changed_is_made_again(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    for name in ("a", "b"):
        sha = await turn(floor, workspace, name)
        await floor.commits.push(base.mirror_path, bare.location, "feat-x", base.branch)
        (folder,) = (base.mirror_path.parent / "transfers").iterdir()
        with (folder / "config").open("a") as config:
            config.write("[broken")
    assert not was_pushed_by_git(floor)
    assert bare.sha("feat-x") == sha


async def test_many_objects_become_a_pack(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    for number in range(120):
        workspace.write(f"many/{number}", f"{number}\n")
    await turn(floor, workspace, "a")
    await floor.commits.push(base.mirror_path, bare.location, "feat-x", base.branch)
    assert was_pushed_by_git(floor)


async def test_what_the_agent_packed_is_pushed_by_git(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    sha = await turn(floor, workspace, "a")
    workspace.git("repack", "-adq")
    await floor.commits.push(base.mirror_path, bare.location, "feat-x", base.branch)
    assert was_pushed_by_git(floor)
    assert bare.sha("feat-x") == sha


async def test_large_files_are_pushed_by_git(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    (workspace.path / "large").write_bytes(os.urandom(5_000_000))
    sha = await turn(floor, workspace, "a")
    await floor.commits.push(base.mirror_path, bare.location, "feat-x", base.branch)
    assert was_pushed_by_git(floor)
    assert bare.sha("feat-x") == sha


@pytest.mark.parametrize("is_new", [True, False])
@pytest.mark.parametrize("is_missing", [True, False])
async def test_a_commit_with_something_missing_or_changed_moves_nothing(
    floor: Floor, bare: Repository, is_new: bool, is_missing: bool
) -> None:
    base, workspace = await floor.start(bare.location)
    if not is_new:
        await turn(floor, workspace, "first")
        await floor.commits.push(base.mirror_path, bare.location, "feat-x", base.branch)
    before = bare.git("rev-parse", "-q", "--verify", "feat-x", check=False)
    await turn(floor, workspace, "a")
    blob = workspace.sha("HEAD:a")
    file = base.mirror_path / "objects" / blob[:2] / blob[2:]
    file.unlink()
    if not is_missing:
        file.write_bytes(zlib.compress(b"blob 2\0b\n"))
    with pytest.raises(GitError):
        await floor.commits.push(base.mirror_path, bare.location, "feat-x", base.branch)
    assert bare.git("rev-parse", "-q", "--verify", "feat-x", check=False) == before
