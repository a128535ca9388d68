"""Agents run git themselves. Whatever they do with it, the order's branch keeps growing and no work is lost."""

import shutil

import pytest
from tests.integration.git.fixtures import Floor
from tests.integration.git.repositories import ORDER, USER, Repository, make_checkout, message

from shopfloor.errors import PushRejected
from shopfloor.git_operations.workspace_record import record_of


async def first_turn(floor: Floor, bare: Repository) -> tuple[Repository, Repository, str]:
    base, workspace = await floor.start(bare.location)
    workspace.write("plan.md", "plan\n")
    commit = await floor.commits.commit_all(workspace.path, message("docs: plan"), USER)
    await floor.commits.push(base.mirror_path, bare.location, "feat-x", base.branch)
    assert commit is not None
    return workspace, Repository(base.mirror_path), commit.sha


async def test_its_own_commits_are_kept(floor: Floor, bare: Repository) -> None:
    workspace, _, _ = await first_turn(floor, bare)
    workspace.commit("own", "o", "the agent's own")
    assert await floor.commits.commit_all(workspace.path, message(), USER) is None
    await floor.commits.push(workspace.path, bare.location, "feat-x", "trunk")
    assert bare.subjects("feat-x") == ["first", "docs: plan", "the agent's own"]


@pytest.mark.parametrize("rewrite", ["amend", "reset", "rebase", "delete"])
async def test_a_rewritten_branch_grows_on_from_where_it_was(floor: Floor, bare: Repository, rewrite: str) -> None:
    workspace, mirror, planned = await first_turn(floor, bare)
    workspace.write("code", "c\n")
    if rewrite == "amend":
        workspace.git("add", "-A")
        workspace.git("commit", "-q", "--amend", "-m", "all in one")
    elif rewrite == "reset":
        workspace.git("reset", "-q", "--hard", "HEAD~1")
    elif rewrite == "rebase":
        workspace.git("add", "-A")
        workspace.git("commit", "-q", "-m", "own")
        workspace.git("rebase", "-q", "--onto", "HEAD~2", "HEAD~1")
    else:
        mirror.git("update-ref", "-d", "refs/heads/feat-x")
    commit = await floor.commits.commit_all(workspace.path, message("feat: code"), USER)
    await floor.commits.push(workspace.path, bare.location, "feat-x", "trunk")
    assert commit is not None
    assert bare.subjects("feat-x") == ["first", "docs: plan", "feat: code"]
    assert bare.sha("feat-x^") == planned
    survivors = {
        "amend": [b"code", b"plan.md"],
        "reset": [b"code"],
        "rebase": [b"code"],
        "delete": [b"code", b"plan.md"],
    }
    assert [name for name in bare.files("feat-x") if name in {b"code", b"plan.md"}] == survivors[rewrite]


@pytest.mark.parametrize("way", ["branch", "detached"])
async def test_work_on_a_branch_further_on_comes_home(floor: Floor, bare: Repository, way: str) -> None:
    workspace, _, _ = await first_turn(floor, bare)
    workspace.git("checkout", "-q", *(["-b", "my-idea"] if way == "branch" else ["--detach"]))
    workspace.commit("own", "o", "own")
    workspace.write("more", "m")
    commit = await floor.commits.commit_all(workspace.path, message("feat: more"), USER)
    assert commit is not None
    assert commit.branch == "feat-x"
    assert workspace.git("branch", "--show-current") == "feat-x"
    assert workspace.subjects() == ["first", "docs: plan", "own", "feat: more"]


async def test_looking_at_an_old_commit_reverts_nothing(floor: Floor, bare: Repository) -> None:
    workspace, _, planned = await first_turn(floor, bare)
    workspace.git("checkout", "-q", "HEAD~1")
    assert await floor.commits.commit_all(workspace.path, message(), USER) is None
    assert workspace.sha() == planned
    assert (workspace.path / "plan.md").exists()
    assert workspace.git("branch", "--show-current") == "feat-x"


async def test_work_begun_on_an_old_commit_is_merged_in(floor: Floor, bare: Repository) -> None:
    workspace, _, planned = await first_turn(floor, bare)
    workspace.git("checkout", "-q", "-b", "side", "HEAD~1")
    workspace.commit("own", "o", "own")
    workspace.write("dirty", "d")
    commit = await floor.commits.commit_all(workspace.path, message("feat: side"), USER)
    assert commit is not None
    assert (commit.branch, commit.files_changed) == ("feat-x", 2)
    assert workspace.sha("HEAD^1") == planned
    assert {b"own", b"dirty", b"plan.md"} <= set(workspace.files())
    assert not (await floor.workspaces.status(workspace.path)).dirty
    await floor.commits.push(workspace.path, bare.location, "feat-x", "trunk")


async def test_work_that_conflicts_with_the_branch_is_kept_on_a_rescue_branch(floor: Floor, bare: Repository) -> None:
    workspace, mirror, planned = await first_turn(floor, bare)
    workspace.git("checkout", "-q", "HEAD~1")
    workspace.write("plan.md", "another plan\n")
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    assert commit is not None
    assert commit.branch == f"rescue/{ORDER}"
    assert mirror.content("plan.md", f"rescue/{ORDER}") == b"another plan\n"
    assert workspace.sha() == planned
    assert (workspace.path / "plan.md").read_text() == "plan\n"


async def test_a_merge_left_in_conflict_is_committed_as_it_is(floor: Floor, bare: Repository) -> None:
    workspace, _, planned = await first_turn(floor, bare)
    workspace.git("branch", "side", "HEAD~1")
    workspace.commit("readme.md", "ours\n", "ours")
    workspace.git("checkout", "-q", "side")
    workspace.commit("readme.md", "theirs\n", "theirs")
    workspace.git("checkout", "-q", "feat-x")
    workspace.git("merge", "side", check=False)
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    assert commit is not None
    assert b"<<<<<<<" in workspace.content("readme.md")
    assert workspace.git("log", "-1", "--format=%an", commit.sha) == USER.name
    assert workspace.git("merge-base", planned, commit.sha) == planned


async def test_a_rebase_left_half_way_loses_nothing(floor: Floor, bare: Repository) -> None:
    workspace, _, planned = await first_turn(floor, bare)
    workspace.commit("readme.md", "ours\n", "ours")
    await floor.commits.commit_all(workspace.path, message(), USER)
    ours = workspace.sha()
    workspace.git("checkout", "-q", "-b", "side", planned)
    workspace.commit("readme.md", "theirs\n", "theirs")
    workspace.git("checkout", "-q", "feat-x")
    workspace.git("rebase", "side", check=False)
    workspace.write("other", "o")
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    assert commit is not None
    assert workspace.git("merge-base", ours, "feat-x") == ours
    assert b"other" in workspace.files(commit.branch)
    assert not (record_of(workspace.path).admin / "rebase-merge").exists()


async def test_files_of_embedded_repositories_are_committed(floor: Floor, bare: Repository) -> None:
    _, workspace = await floor.start(bare.location)
    workspace.write(".gitignore", "*.log\n")
    unborn = make_checkout(workspace.path / "unborn")
    unborn.write("a file", "u")
    unborn.write("debug.log", "ignored")
    born = make_checkout(workspace.path / "deep/born")
    born.commit("inner", "i")
    born.write("uncommitted", "u")
    make_checkout(born.path / "doubly\nnested").commit("innermost", "x")
    make_checkout(workspace.path / "hollow")
    make_checkout(workspace.path / "vain").git("commit", "-q", "--allow-empty", "-m", "nothing")
    (workspace.path / "linked").mkdir()
    (workspace.path / "linked/.git").write_text(f"gitdir: {born.path}/.git\n")
    (workspace.path / "linked/file").write_text("l")
    workspace.write("plain", "p")
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    assert commit is not None
    assert set(workspace.files()) == {
        *(b".gitignore", b"plain", b"readme.md", b"src/app.py", b"unborn/a file", b"linked/file"),
        *(b"deep/born/inner", b"deep/born/uncommitted", b"deep/born/doubly\nnested/innermost"),
    }
    assert (born.path / ".git").is_dir()
    born.write("inner", "changed")
    born.write("new", "n")
    again = await floor.commits.commit_all(workspace.path, message(), USER)
    assert again is not None
    assert workspace.content("deep/born/inner") == b"changed"
    assert b"deep/born/new" in workspace.files()


async def test_an_embedded_repository_that_is_ignored_stays_out(floor: Floor, bare: Repository) -> None:
    _, workspace = await floor.start(bare.location)
    workspace.write(".gitignore", "vendor/\n")
    make_checkout(workspace.path / "vendor/library").commit("a", "a")
    make_checkout(workspace.path / "mine").commit(":(glob)*", "b")
    await floor.commits.commit_all(workspace.path, message(), USER)
    assert [name for name in workspace.files() if name.startswith((b"vendor", b"mine"))] == [b"mine/:(glob)*"]


async def test_submodules_stay_submodules(floor: Floor, checkout: Repository, bare: Repository) -> None:
    library = make_checkout(checkout.path.parent / "library")
    library.commit("lib", "1")
    checkout.git("submodule", "--quiet", "add", str(library.path), "library")
    checkout.git("commit", "-q", "-m", "submodule")
    base, workspace = await floor.start(checkout.location)
    assert (await floor.workspaces.status(workspace.path)).dirty is False
    assert list((workspace.path / "library").iterdir()) == []
    workspace.git("submodule", "--quiet", "update", "--init")
    Repository(workspace.path / "library").commit("lib", "2", "in the submodule")
    make_checkout(workspace.path / "embedded").commit("e", "e")
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    await floor.commits.push(base.mirror_path, checkout.location, "feat-x", base.branch)
    assert commit is not None
    tree = checkout.git("ls-tree", "-r", "feat-x").splitlines()
    assert [line.split()[0] for line in tree if line.endswith("\tlibrary")] == ["160000"]
    assert b"embedded/e" in checkout.files("feat-x")
    diff = await floor.history.diff(base.mirror_path, base.sha, "feat-x")
    assert "Subproject commit" in next(file.patch or "" for file in diff.files if file.path == "library")
    await floor.workspaces.destroy(base.mirror_path, workspace.path)


async def test_a_submodule_the_agent_adds_stays_one(floor: Floor, bare: Repository) -> None:
    library = make_checkout(bare.path.parent / "library")
    library.commit("lib", "1")
    _, workspace = await floor.start(bare.location)
    workspace.git("submodule", "--quiet", "add", str(library.path), "library")
    make_checkout(workspace.path / "embedded").commit("e", "e")
    await floor.commits.commit_all(workspace.path, message(), USER)
    modes = {line.split("\t")[1]: line.split()[0] for line in workspace.git("ls-tree", "-r", "HEAD").splitlines()}
    assert (modes["library"], modes[".gitmodules"]) == ("160000", "100644")


async def test_a_sparse_checkout_commits_no_deletions(floor: Floor, bare: Repository) -> None:
    _, workspace = await floor.start(bare.location)
    workspace.git("sparse-checkout", "set", "--no-cone", "/readme.md", "/new")
    workspace.write("new", "n")
    await floor.commits.commit_all(workspace.path, message(), USER)
    assert workspace.files() == [b"new", b"readme.md", b"src/app.py"]


async def test_a_locked_index_is_work_for_the_rescue_branch(floor: Floor, bare: Repository) -> None:
    workspace, mirror, planned = await first_turn(floor, bare)
    workspace.write("unsaved", "u")
    make_checkout(workspace.path / "embedded").write("e", "e")
    (record_of(workspace.path).admin / "index.lock").touch()
    commit = await floor.commits.rescue(workspace.path, message("rescue", unfinished=True), USER)
    assert commit is not None
    assert commit.branch == f"rescue/{ORDER}"
    assert mirror.sha(f"rescue/{ORDER}^") == planned
    assert mirror.content("unsaved", commit.branch) == b"u"
    assert mirror.content("embedded/e", commit.branch) == b"e"
    assert "Unfinished: yes" in mirror.git("log", "-1", "--format=%b", commit.branch)
    assert mirror.sha("feat-x") == planned
    assert await floor.commits.rescue(workspace.path, message("rescue", unfinished=True), USER) is None


async def test_unsaved_work_is_rescued_to_the_orders_branch(floor: Floor, bare: Repository) -> None:
    workspace, mirror, planned = await first_turn(floor, bare)
    assert await floor.commits.rescue(workspace.path, message(), USER) is None
    workspace.write("unsaved", "u")
    commit = await floor.commits.rescue(workspace.path, message(unfinished=True), USER)
    assert commit is not None
    assert (commit.branch, mirror.sha("feat-x^")) == ("feat-x", planned)


async def test_rescue_where_nothing_is_finds_nothing(floor: Floor, bare: Repository) -> None:
    assert await floor.commits.rescue(floor.workspace_path("wo-nothing1"), message(), USER) is None
    base, workspace = await floor.start(bare.location)
    shutil.rmtree(workspace.path)
    await floor.workspaces.destroy(base.mirror_path, workspace.path)
    assert await floor.commits.rescue(workspace.path, message(), USER) is None


async def test_a_branch_that_somebody_else_moved_is_not_overwritten(
    floor: Floor, bare: Repository, checkout: Repository
) -> None:
    workspace, _, _ = await first_turn(floor, bare)
    checkout.commit("hers", "h", "hers")
    checkout.git("push", "-q", "--force", str(bare.path), "HEAD:feat-x")
    workspace.write("a", "a")
    await floor.commits.commit_all(workspace.path, message(), USER)
    with pytest.raises(PushRejected, match="feat-x") as refused:
        await floor.commits.push(workspace.path, bare.location, "feat-x", "trunk")
    assert "feat-x" in (refused.value.hint or "")
    assert bare.subjects("feat-x")[-1] == "hers"
