"""The base of an order: read from the repository as it is now, never assumed."""

import asyncio
from pathlib import Path

import pytest
from tests.integration.git.fixtures import Floor
from tests.integration.git.repositories import USER, Repository, make_bare, make_checkout, message

from shopfloor.domain.repository_url import parse_repository_url
from shopfloor.errors import RepositoryNotReady, RepositoryUnreachable


async def test_the_base_is_the_branch_she_has_checked_out(floor: Floor, checkout: Repository) -> None:
    checkout.git("switch", "-q", "-c", "work/in progress".replace(" ", "-"))
    sha = checkout.commit("new", "n")
    base = await floor.mirrors.refresh(checkout.location)
    assert (base.branch, base.sha) == ("work/in-progress", sha)


async def test_a_base_branch_can_be_named(floor: Floor, checkout: Repository) -> None:
    old = checkout.sha()
    checkout.git("branch", "release/1.0")
    checkout.commit("new", "n")
    base = await floor.mirrors.refresh(checkout.location, base_branch="release/1.0")
    assert (base.branch, base.sha) == ("release/1.0", old)


async def test_a_base_that_moved_is_fetched(floor: Floor, checkout: Repository) -> None:
    await floor.mirrors.refresh(checkout.location)
    moved = checkout.commit("new", "n")
    base, workspace = await floor.start(checkout.location)
    assert base.sha == moved == workspace.sha()


async def test_a_base_that_was_rewritten_is_fetched(floor: Floor, checkout: Repository) -> None:
    await floor.mirrors.refresh(checkout.location)
    checkout.git("commit", "-q", "--amend", "-m", "rewritten")
    assert (await floor.mirrors.refresh(checkout.location)).sha == checkout.sha()


async def test_an_empty_repository_gives_its_unborn_branch(floor: Floor, tmp_path: Path) -> None:
    empty = make_checkout(tmp_path / "empty", branch="main-line")
    base, workspace = await floor.start(empty.location)
    assert (base.branch, base.sha) == ("main-line", None)
    assert (await floor.workspaces.status(workspace.path)).head_sha is None
    workspace.write("first", "f\n")
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    await floor.commits.push(base.mirror_path, empty.location, "feat-x", base.branch)
    progress = await floor.history.progress(base.mirror_path, None, "feat-x")
    assert commit is not None
    assert (commit.files_changed, commit.lines_added) == (1, 1)
    assert (progress.git_commit_count, progress.git_lines_added) == (1, 1)
    assert empty.sha("feat-x") == commit.sha


async def test_a_bare_repository_whose_head_points_nowhere_gives_its_only_branch(
    floor: Floor, checkout: Repository, bare: Repository
) -> None:
    bare.git("symbolic-ref", "HEAD", "refs/heads/master")
    base = await floor.mirrors.refresh(bare.location)
    assert (base.branch, base.sha) == ("trunk", checkout.sha())


async def test_an_unborn_branch_beside_several_others_is_not_guessed(floor: Floor, bare: Repository) -> None:
    bare.git("branch", "other", "trunk")
    bare.git("symbolic-ref", "HEAD", "refs/heads/master")
    with pytest.raises(RepositoryNotReady, match="master") as refused:
        await floor.mirrors.refresh(bare.location)
    assert "trunk" in (refused.value.hint or "")


async def test_a_detached_head_needs_a_named_base(floor: Floor, checkout: Repository) -> None:
    checkout.git("checkout", "-q", "--detach")
    with pytest.raises(RepositoryNotReady, match="detached") as refused:
        await floor.mirrors.refresh(checkout.location)
    assert "base branch" in (refused.value.hint or "")
    assert (await floor.mirrors.refresh(checkout.location, base_branch="trunk")).branch == "trunk"


async def test_an_unknown_base_branch_is_named(floor: Floor, checkout: Repository) -> None:
    with pytest.raises(RepositoryNotReady, match="nowhere"):
        await floor.mirrors.refresh(checkout.location, base_branch="nowhere")


@pytest.mark.parametrize("what", ["absent", "plain folder", "folder inside a repository"])
async def test_what_is_no_repository_cannot_be_read(floor: Floor, tmp_path: Path, what: str) -> None:
    folder = tmp_path / "some" / "folder"
    if what == "folder inside a repository":
        make_checkout(tmp_path / "some").commit("a", "a")
    if what != "absent":
        folder.mkdir(parents=True)
    with pytest.raises(RepositoryUnreachable):
        await floor.mirrors.refresh(parse_repository_url(str(folder)))


async def test_a_remote_url_is_asked_and_fetched_like_any_other(
    floor: Floor, checkout: Repository, tmp_path: Path
) -> None:
    """Without a network: git's own rewriting of addresses leads a remote one to a folder."""
    (tmp_path / "home" / ".gitconfig").write_text(f'[url "{tmp_path}/"]\n\tinsteadOf = https://example.org/team/\n')
    make_bare(tmp_path / "shop.git", checkout)
    location = parse_repository_url("https://example.org/team/shop.git")
    base, workspace = await floor.start(location)
    assert (base.branch, base.sha) == ("trunk", checkout.sha())
    assert not await floor.mirrors.branch_exists(location, "feat-y")
    workspace.write("a", "a")
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    await floor.commits.push(base.mirror_path, location, "feat-x", base.branch)
    assert commit is not None
    assert Repository(tmp_path / "shop.git").sha("feat-x") == commit.sha
    with pytest.raises(RepositoryNotReady, match="nowhere"):
        await floor.mirrors.refresh(location, base_branch="nowhere")
    with pytest.raises(RepositoryUnreachable):
        await floor.mirrors.refresh(parse_repository_url("https://example.org/team/other.git"))


async def test_a_repository_with_sha256_ids_works(floor: Floor, tmp_path: Path) -> None:
    (tmp_path / "modern").mkdir()
    modern = Repository(tmp_path / "modern")
    modern.git("init", "-q", "--object-format=sha256", "--initial-branch=trunk")
    modern.commit("a", "a\n")
    base, workspace = await floor.start(modern.location)
    workspace.write("b", "b\n")
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    await floor.commits.push(base.mirror_path, modern.location, "feat-x", base.branch)
    assert commit is not None
    assert modern.sha("feat-x") == commit.sha
    assert len(commit.sha) == 64


async def test_a_lock_that_a_killed_fetch_left_does_not_stop_the_next(floor: Floor, checkout: Repository) -> None:
    base = await floor.mirrors.refresh(checkout.location)
    lock = base.mirror_path / "refs/remotes/origin/trunk.lock"
    lock.parent.mkdir(parents=True, exist_ok=True)
    lock.touch()
    moved = checkout.commit("new", "n")
    assert (await floor.mirrors.refresh(checkout.location)).sha == moved


async def test_a_half_made_mirror_is_made_anew(floor: Floor, checkout: Repository) -> None:
    mirror = floor.mirrors.path_of(checkout.location.key)
    aside = mirror.with_name(f"{mirror.name}.new")
    (aside / "refs").mkdir(parents=True)
    (aside / "HEAD").write_text("nonsense")
    assert (await floor.mirrors.refresh(checkout.location)).sha == checkout.sha()


async def test_many_refreshes_at_once_make_one_mirror(floor: Floor, checkout: Repository) -> None:
    bases = await asyncio.gather(*(floor.mirrors.refresh(checkout.location) for _ in range(8)))
    assert {base.sha for base in bases} == {checkout.sha()}
    assert sum(argv[1] in {"init", "clone", "fetch"} for argv in floor.processes.commands) == 1


async def test_a_mirror_has_the_base_and_its_tags_and_no_branches(floor: Floor, checkout: Repository) -> None:
    checkout.git("tag", "-a", "v1", "-m", "one")
    checkout.git("branch", "hers")
    checkout.commit("new", "n")
    checkout.git("tag", "light")
    base = await floor.mirrors.refresh(checkout.location)
    refs = Repository(base.mirror_path).git("for-each-ref", "--format=%(refname) %(objectname)").splitlines()
    assert refs == [
        f"refs/remotes/origin/trunk {base.sha}",
        f"refs/tags/light {base.sha}",
        f"refs/tags/v1 {checkout.sha('v1')}",
    ]
    assert "remote" not in (base.mirror_path / "config").read_text()


async def test_a_shallow_clone_can_be_worked_on(floor: Floor, checkout: Repository, tmp_path: Path) -> None:
    checkout.commit("second", "s")
    checkout.git("clone", "-q", "--depth=1", f"file://{checkout.path}", str(tmp_path / "shallow"))
    shallow = Repository(tmp_path / "shallow")
    base, workspace = await floor.start(shallow.location)
    workspace.write("a", "a")
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    await floor.commits.push(base.mirror_path, shallow.location, "feat-x", base.branch)
    assert commit is not None
    assert shallow.sha("feat-x") == commit.sha


async def test_a_clone_that_borrows_objects_can_be_worked_on(
    floor: Floor, checkout: Repository, tmp_path: Path
) -> None:
    checkout.git("clone", "-q", "--shared", str(checkout.path), str(tmp_path / "borrower"))
    borrower = Repository(tmp_path / "borrower")
    base, workspace = await floor.start(borrower.location)
    workspace.write("a", "a")
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    await floor.commits.push(base.mirror_path, borrower.location, "feat-x", base.branch)
    assert commit is not None
    assert borrower.sha("feat-x") == commit.sha
    assert not (base.mirror_path / "objects/info/alternates").exists()


@pytest.mark.parametrize(
    ("existing", "wanted", "taken"),
    [
        ("fix-auth", "fix-auth", True),
        ("fix-auth", "Fix-Auth", True),
        ("fix", "fix/auth", True),
        ("fix/auth", "fix", True),
        ("fix/auth", "fix/other", False),
        ("fix-auth", "fix-auth-2", False),
    ],
)
@pytest.mark.parametrize("where", ["repository", "mirror", "packed mirror"])
async def test_a_taken_branch_name_is_found_out(
    floor: Floor, bare: Repository, existing: str, wanted: str, taken: bool, where: str
) -> None:
    base = await floor.mirrors.refresh(bare.location)
    mirror = Repository(base.mirror_path)
    (bare if where == "repository" else mirror).git("update-ref", f"refs/heads/{existing}", base.sha or "")
    if where == "packed mirror":
        mirror.git("pack-refs", "--all")
    assert await floor.mirrors.branch_exists(bare.location, wanted) is taken


async def test_maintenance_keeps_everything_and_drops_the_records_of_gone_workspaces(
    floor: Floor, checkout: Repository
) -> None:
    base, workspace = await floor.start(checkout.location, "feat-x", name="wo-live0001")
    _, gone = await floor.start(checkout.location, "feat-y", name="wo-gone0001")
    workspace.write("a", "a")
    await floor.commits.commit_all(workspace.path, message(), USER)
    for number in range(220):
        checkout.git("update-ref", f"refs/heads/old/{number}", "HEAD")
    gone.git("worktree", "list")
    gone.path.rename(gone.path.with_name("moved away"))
    stash = _make_stash(checkout)
    await floor.mirrors.maintain(checkout.location)
    mirror = Repository(base.mirror_path)
    assert len(list((base.mirror_path / "worktrees").iterdir())) == 1
    assert mirror.branches() == {"feat-x", "feat-y"}
    assert not (base.mirror_path / "refs/heads/feat-x").exists()
    assert (await floor.workspaces.status(workspace.path)).dirty is False
    assert floor.history.head_sha(base.mirror_path, "feat-x") == workspace.sha()
    assert not (checkout.path / ".git/refs/heads/old/1").exists()
    assert checkout.git("stash", "list") == stash


def _make_stash(checkout: Repository) -> str:
    checkout.write("readme.md", "stashed\n")
    checkout.git("stash")
    return checkout.git("stash", "list")


async def test_many_loose_objects_are_packed_and_none_is_lost(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    for number in range(3000):
        workspace.write(f"many/{number}", f"{number}\n")
    await floor.commits.commit_all(workspace.path, message(), USER)
    workspace.write("after", "not committed yet\n")
    workspace.git("add", "after")
    await floor.mirrors.maintain(bare.location)
    mirror = Repository(base.mirror_path)
    assert int(mirror.git("count-objects").split()[0]) < 2000
    assert mirror.git("fsck", "--full", "--no-dangling") == ""
    assert await floor.commits.commit_all(workspace.path, message(), USER) is not None
