"""Workspaces survive crashes at any moment, odd files, and each other."""

import asyncio
import os
import shutil
import sys
from pathlib import Path

import pytest
from tests.integration.git.fixtures import Floor
from tests.integration.git.repositories import USER, Repository, message

from shopfloor.errors import GitError
from shopfloor.git_operations.workspace_record import record_of

ODD_NAMES = [
    b"with space",
    b"with \"quotes\" and 'more'",
    b"line\nbreak",
    b"tab\tand\\backslash",
    *([] if sys.platform == "darwin" else [b"latin-\xe9-byte"]),
    "grüße-日本".encode(),
    b"-dash",
    b":(glob)*",
    b"dir with space/in\nside",
    b"trailing ",
    b"*",
]


async def test_odd_names_make_the_round_trip(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    for name in ODD_NAMES:
        file = workspace.path / os.fsdecode(name)
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(b"content of " + name)
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    await floor.commits.push(base.mirror_path, bare.location, "feat-x", base.branch)
    assert commit is not None
    assert commit.files_changed == len(ODD_NAMES)
    assert set(ODD_NAMES) <= set(bare.files("feat-x"))
    again = floor.workspace_path("wo-again001")
    await floor.workspaces.create(base.mirror_path, again, "feat-again", commit.sha)
    assert {name: (again / os.fsdecode(name)).read_bytes() for name in ODD_NAMES} == {
        name: b"content of " + name for name in ODD_NAMES
    }
    assert not (await floor.workspaces.status(again)).dirty


async def test_symlinks_executable_bits_and_large_files_behave(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    (workspace.path / "link").symlink_to("readme.md")
    (workspace.path / "outward").symlink_to("/etc/hostname")
    (workspace.path / "dangling").symlink_to("nowhere")
    (workspace.path / "folder").symlink_to("src")
    workspace.write("run.sh", "#!/bin/sh\n").chmod(0o755)
    workspace.write("large.bin", os.urandom(1024) * (24 * 1024))
    (workspace.path / "empty folder").mkdir()
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    await floor.commits.push(base.mirror_path, bare.location, "feat-x", base.branch)
    modes = {line.split("\t")[1]: line.split()[0] for line in bare.git("ls-tree", "-r", "feat-x").splitlines()}
    assert commit is not None
    assert [modes[name] for name in ("link", "outward", "dangling", "folder")] == ["120000"] * 4
    assert (modes["run.sh"], modes["readme.md"]) == ("100755", "100644")
    assert bare.content("outward", "feat-x") == b"/etc/hostname"
    assert len(bare.content("large.bin", "feat-x")) == 24 * 2**20


async def test_a_link_that_becomes_a_folder_and_back_is_committed(floor: Floor, bare: Repository) -> None:
    _, workspace = await floor.start(bare.location)
    shutil.rmtree(workspace.path / "src")
    (workspace.path / "src").symlink_to("readme.md")
    await floor.commits.commit_all(workspace.path, message(), USER)
    assert workspace.files() == [b"readme.md", b"src"]
    (workspace.path / "src").unlink()
    workspace.write("src/back", "b")
    await floor.commits.commit_all(workspace.path, message(), USER)
    assert workspace.files() == [b"readme.md", b"src/back"]


async def test_eight_creates_at_once_beside_fetches_all_succeed(
    floor: Floor, checkout: Repository, bare: Repository
) -> None:
    base = await floor.mirrors.refresh(bare.location)
    moved = asyncio.Event()

    async def keep_moving() -> None:
        while not moved.is_set():
            await asyncio.to_thread(checkout.commit, "moving", os.urandom(8).hex())
            await asyncio.to_thread(checkout.git, "push", "-q", str(bare.path), "trunk")
            await floor.mirrors.refresh(bare.location)

    async def order(number: int) -> str:
        path = floor.workspace_path(f"wo-order{number:03}")
        start = await floor.mirrors.refresh(bare.location)
        await floor.workspaces.create(base.mirror_path, path, f"feat-{number}", start.sha)
        (path / "mine").write_text(str(number))
        commit = await floor.commits.commit_all(path, message(), USER)
        pushed = await floor.commits.push(path, bare.location, f"feat-{number}", base.branch)
        await floor.workspaces.destroy(base.mirror_path, path)
        assert commit is not None
        assert commit.files_changed == 1
        return pushed

    mover = asyncio.create_task(keep_moving())
    made: list[str] = []
    for batch in range(5):
        made += await asyncio.gather(*(order(batch * 8 + number) for number in range(8)))
    moved.set()
    await mover
    assert [bare.sha(f"feat-{number}") for number in range(40)] == made
    assert Repository(base.mirror_path).git("fsck", "--connectivity-only", "--no-dangling") == ""
    assert list((base.mirror_path / "worktrees").iterdir()) == []


async def test_the_agents_own_git_works_in_it(floor: Floor, bare: Repository) -> None:
    _, workspace = await floor.start(bare.location)
    assert workspace.git("rev-parse", "--show-toplevel") == str(workspace.path)
    assert workspace.git("branch", "--show-current") == "feat-x"
    assert workspace.git("log", "--format=%s", "origin/trunk") == "first"
    assert workspace.git("status", "--porcelain") == ""
    assert str(workspace.path) in workspace.git("worktree", "list")


@pytest.mark.parametrize(
    "crash",
    [
        "branch made, no workspace",
        "workspace folder only",
        "git file but no record",
        "record but nothing checked out",
        "half checked out",
        "locks left",
        "record built aside",
    ],
)
async def test_a_half_made_workspace_is_finished(floor: Floor, bare: Repository, crash: str) -> None:
    base, workspace = await floor.start(bare.location)
    record = record_of(workspace.path)
    if crash == "record built aside":
        aside = base.mirror_path / f"shopfloor-new-{record.admin.name}"
        aside.mkdir()
        (aside / "HEAD").write_text("ref: ")
    if crash in {"half checked out", "locks left"}:
        (record.admin / "shopfloor-branch").unlink()
        (record.admin / "index").unlink()
        (record.admin / "index.lock").write_bytes(b"DIRC half")
        (record.admin / "HEAD.lock").touch()
        (base.mirror_path / "refs/heads/feat-x.lock").touch()
        (workspace.path / "readme.md").write_text("hel")
    else:
        if crash != "record but nothing checked out":
            shutil.rmtree(record.admin)
        else:
            (record.admin / "shopfloor-branch").unlink()
            (record.admin / "index").unlink()
        for name in ("readme.md", "src"):
            shutil.rmtree(workspace.path / name, ignore_errors=True)
            (workspace.path / name).unlink(missing_ok=True)
        if crash == "workspace folder only":
            (workspace.path / ".git").unlink()
        if crash == "branch made, no workspace":
            shutil.rmtree(workspace.path.parent)
    await floor.workspaces.create(base.mirror_path, workspace.path, "feat-x", base.sha)
    assert (workspace.path / "readme.md").read_text() == "hello\n"
    status = await floor.workspaces.status(workspace.path)
    assert (status.branch, status.head_sha, status.dirty) == ("feat-x", base.sha, False)
    workspace.write("a", "a")
    assert await floor.commits.commit_all(workspace.path, message(), USER) is not None


@pytest.mark.parametrize("damage", ["index", "empty index", "record", "git file", "git folder", "HEAD", "locks", "all"])
async def test_a_damaged_workspace_is_repaired_and_unsaved_work_kept(
    floor: Floor, bare: Repository, damage: str
) -> None:
    base, workspace = await floor.start(bare.location)
    workspace.write("readme.md", "her unsaved words\n")
    workspace.write("new.py", "new\n")
    (workspace.path / "src/app.py").unlink()
    record = record_of(workspace.path)
    if damage in {"index", "all"}:
        (record.admin / "index").unlink()
    if damage == "empty index":
        (record.admin / "index").write_bytes(b"")
    if damage in {"git file", "all", "git folder"}:
        (workspace.path / ".git").unlink()
    if damage == "git folder":
        workspace.git("init", "-q")
        workspace.git("commit", "-q", "--allow-empty", "-m", "mine")
    if damage == "HEAD":
        (record.admin / "HEAD").write_text("")
    if damage in {"locks", "all"}:
        (record.admin / "index.lock").touch()
        (record.admin / "HEAD.lock").touch()
        (base.mirror_path / "refs/heads/feat-x.lock").touch()
    if damage in {"record", "all"}:
        shutil.rmtree(record.admin)
    await floor.workspaces.create(base.mirror_path, workspace.path, "feat-x", base.sha)
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    assert commit is not None
    assert workspace.files() == [b"new.py", b"readme.md"]
    assert workspace.content("readme.md") == b"her unsaved words\n"
    assert workspace.git("rev-parse", "HEAD^") == base.sha


async def test_a_mirror_that_was_lost_is_made_anew_round_the_files(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    workspace.write("readme.md", "unsaved\n")
    shutil.rmtree(base.mirror_path)
    again, _ = await floor.start(bare.location)
    assert again.sha == base.sha
    assert (workspace.path / "readme.md").read_text() == "unsaved\n"
    assert workspace.git("status", "--porcelain") == " M readme.md"


async def test_a_workspace_on_another_branch_is_not_taken_over(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    with pytest.raises(GitError, match="feat-x"):
        await floor.workspaces.create(base.mirror_path, workspace.path, "other", base.sha)


async def test_a_switched_workspace_has_the_other_branchs_files_and_keeps_ignored_ones(
    floor: Floor, bare: Repository
) -> None:
    base, workspace = await floor.start(bare.location)
    workspace.write(".gitignore", "node_modules/\n")
    workspace.write("node_modules/dependency", "d")
    workspace.write("only-here", "o")
    await floor.commits.commit_all(workspace.path, message(), USER)
    await floor.workspaces.switch(workspace.path, "feat-y", base.sha)
    assert (await floor.workspaces.status(workspace.path)).branch == "feat-y"
    assert not (workspace.path / "only-here").exists()
    assert (workspace.path / "node_modules/dependency").exists()
    await floor.workspaces.switch(workspace.path, "feat-x", base.sha)
    assert (workspace.path / "only-here").read_text() == "o"
    assert not (await floor.workspaces.status(workspace.path)).dirty


async def test_a_switch_to_an_unborn_branch_leaves_no_tracked_file(floor: Floor, bare: Repository) -> None:
    _, workspace = await floor.start(bare.location)
    await floor.workspaces.switch(workspace.path, "feat-empty", None)
    assert [entry.name for entry in workspace.path.iterdir() if entry.name != ".git"] in ([], ["src"])
    assert not (await floor.workspaces.status(workspace.path)).dirty


async def test_a_switch_that_was_killed_commits_nothing_and_is_finished_by_the_next(
    floor: Floor, bare: Repository
) -> None:
    base, workspace = await floor.start(bare.location)
    workspace.write("only-here", "o")
    await floor.commits.commit_all(workspace.path, message(), USER)
    record = record_of(workspace.path)
    record.mark_unready()
    (record.admin / "HEAD").write_text("ref: refs/heads/feat-y\n")
    assert await floor.commits.rescue(workspace.path, message(), USER) is None
    await floor.workspaces.create(base.mirror_path, workspace.path, "feat-y", base.sha)
    assert not (workspace.path / "only-here").exists()
    assert not (await floor.workspaces.status(workspace.path)).dirty


async def test_destroy_removes_whatever_is_there_and_can_be_repeated(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    for name in ODD_NAMES:
        (workspace.path / os.fsdecode(name.replace(b"/", b""))).write_bytes(b"")
    workspace.write("locked/file", "f")
    (workspace.path / "locked").chmod(0o500)
    os.mkfifo(workspace.path / "pipe")
    (workspace.path / "loop").symlink_to(".")
    outside = workspace.path.parent.parent / "outside"
    outside.mkdir()
    (outside / "kept").touch()
    (workspace.path / "out").symlink_to(outside)
    await asyncio.to_thread(_make_deep, workspace.path, 1500)
    await floor.workspaces.destroy(base.mirror_path, workspace.path)
    await floor.workspaces.destroy(base.mirror_path, workspace.path)
    assert not workspace.path.exists()
    assert (outside / "kept").exists()
    assert list((base.mirror_path / "worktrees").iterdir()) == []
    assert list(workspace.path.parent.iterdir()) == []
    assert Repository(base.mirror_path).branches() == {"feat-x"}


def _make_deep(folder: Path, depth: int) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=descriptor)
        deeper = os.open("d", os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = deeper
    os.close(descriptor)
