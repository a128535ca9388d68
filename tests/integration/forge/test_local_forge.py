"""The local forge's promises: conflicts are reported and never move the base, a checkout is never surprised."""

import asyncio
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.integration.git.repositories import USER, Repository, fingerprint, make_bare, make_checkout
from tests.integration.git.test_hostile_repository import put_traps

from shopfloor.domain.ids import RepositoryKey
from shopfloor.domain.pull_request import MergeMethod, PullRequest, PullRequestState
from shopfloor.errors import (
    ForgeError,
    InvalidInput,
    MergeConflict,
    MergeRefused,
    NotFound,
    RepositoryUnreachable,
    RepositoryUrlRefused,
    WrongMove,
)
from shopfloor.forge.forge_protocol import Forge, NewPullRequest
from shopfloor.forge.local_forge import LocalForge
from shopfloor.forge.pull_request_store import InMemoryPullRequestStore, PullRequestChanges
from shopfloor.git_operations.runner import Git

NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
METHODS = [MergeMethod.MERGE, MergeMethod.SQUASH]


@pytest.fixture
def store() -> InMemoryPullRequestStore:
    return InMemoryPullRequestStore()


def _url_for(key: RepositoryKey, number: int) -> str:
    return f"http://127.0.0.1:8484/{key}/{number}"


@pytest.fixture
def forge(git: Git, store: InMemoryPullRequestStore) -> Forge:
    return LocalForge(git, store, _url_for, lambda: NOW, USER)


def push_branch(repository: Repository, name: str, content: str, branch: str = "feat-x", start: str = "trunk") -> str:
    """A branch with one commit, pushed from another clone as an order's would be."""
    clone = repository.path.parent / f"clone-{branch}-{name.replace('/', '-')}"
    repository.git("clone", "-q", str(repository.path), str(clone))
    other = Repository(clone)
    other.git("checkout", "-q", "-B", branch, f"origin/{start}")
    sha = other.commit(name, content, f"work on {name}")
    other.git("push", "-q", "origin", branch)
    return sha


async def opened(forge: Forge, repository: Repository, *, is_draft: bool = False, title: str = "Add x") -> PullRequest:
    new = NewPullRequest(title, "What it does.", "feat-x", "trunk", is_draft)
    return await forge.open_pull_request(repository.url, new)


async def test_a_pull_request_is_opened_once_updated_and_made_ready(forge: Forge, bare: Repository) -> None:
    push_branch(bare, "x", "x\n")
    first = await opened(forge, bare, is_draft=True)
    again = await opened(forge, bare, is_draft=True, title="Other")
    assert first == again
    assert first.pull_request_number == 1
    assert first.pull_request_url == f"http://127.0.0.1:8484/{bare.location.key}/1"
    updated = await forge.update_pull_request(bare.url, 1, title="Add more", body="B")
    assert (updated.pull_request_title, updated.pull_request_body, updated.is_draft) == ("Add more", "B", True)
    ready = await forge.mark_ready(bare.url, 1)
    assert not ready.is_draft
    assert await forge.mark_ready(bare.url, 1) == ready
    assert await forge.find_pull_request(bare.url, "feat-x") == await forge.get_pull_request(bare.url, 1) == ready
    assert await forge.find_pull_request(f"file://{bare.path}", "feat-x") == ready
    assert await forge.find_pull_request(bare.url, "feat-y") is None
    with pytest.raises(NotFound):
        await forge.get_pull_request(bare.url, 2)


async def test_a_pull_request_needs_a_branch_of_its_own(forge: Forge, bare: Repository) -> None:
    with pytest.raises(ForgeError, match="feat-x"):
        await opened(forge, bare)
    with pytest.raises(InvalidInput):
        await forge.open_pull_request(bare.url, NewPullRequest("t", "b", "trunk", "trunk"))
    with pytest.raises(ForgeError, match="not on this machine"):
        await forge.find_pull_request("https://example.org/a/b", "feat-x")
    with pytest.raises(RepositoryUrlRefused):
        await forge.find_pull_request("relative/path", "feat-x")


async def test_a_merge_joins_both_lines_in_the_users_name(forge: Forge, bare: Repository) -> None:
    head = push_branch(bare, "x", "x\n")
    push_branch(bare, "y", "y\n", branch="trunk")
    base = bare.sha("trunk")
    await opened(forge, bare)
    merged = await forge.merge_pull_request(bare.url, 1)
    assert (merged.state, merged.merged_at) == (PullRequestState.MERGED, NOW)
    assert merged.merge_commit_sha == bare.sha("trunk")
    assert [bare.sha("trunk^1"), bare.sha("trunk^2")] == [base, head]
    assert bare.files("trunk") == [b"readme.md", b"src/app.py", b"x", b"y"]
    assert bare.git("log", "-1", "--format=%an|%s|%b", "trunk") == (
        f"{USER.name}|Merge pull request #1 from feat-x|Add x\n"
    ).rstrip("\n")


async def test_a_squash_is_one_commit_on_the_base(forge: Forge, bare: Repository) -> None:
    push_branch(bare, "x", "x\n")
    push_branch(bare, "y", "y\n", branch="trunk")
    base = bare.sha("trunk")
    await opened(forge, bare)
    await forge.merge_pull_request(bare.url, 1, MergeMethod.SQUASH)
    assert bare.git("log", "-1", "--format=%P|%s|%b", "trunk").rstrip("\n") == f"{base}|Add x (#1)|What it does."
    assert bare.files("trunk") == [b"readme.md", b"src/app.py", b"x", b"y"]


@pytest.mark.parametrize("method", METHODS)
async def test_merge_conflict_does_not_move_base_ref(forge: Forge, bare: Repository, method: MergeMethod) -> None:
    head = push_branch(bare, "readme.md", "hers\n")
    push_branch(bare, "readme.md", "theirs\n", branch="trunk")
    before = bare.git("for-each-ref")
    await opened(forge, bare)
    with pytest.raises(MergeConflict, match=r"readme\.md") as conflict:
        await forge.merge_pull_request(bare.url, 1, method)
    assert conflict.value.conflicting_files == ("readme.md",)
    assert bare.git("for-each-ref") == before
    assert (await forge.get_pull_request(bare.url, 1)).state is PullRequestState.OPEN
    assert bare.sha("feat-x") == head


async def test_conflicts_name_odd_files_readably(forge: Forge, bare: Repository) -> None:
    push_branch(bare, 'an "odd"\nname', "hers\n")
    push_branch(bare, 'an "odd"\nname', "theirs\n", branch="trunk")
    await opened(forge, bare)
    with pytest.raises(MergeConflict) as conflict:
        await forge.merge_pull_request(bare.url, 1)
    assert conflict.value.conflicting_files == ('an "odd"\nname',)


@pytest.mark.parametrize("method", METHODS)
async def test_clean_checkout_on_the_base_goes_forward_with_it(
    forge: Forge, checkout: Repository, method: MergeMethod
) -> None:
    head = push_branch(checkout, "x", "x\n")
    checkout.write("untracked", "u")
    await opened(forge, checkout)
    merged = await forge.merge_pull_request(checkout.url, 1, method)
    assert checkout.git("status", "--porcelain") == "?? untracked"
    assert (checkout.path / "x").read_text() == "x\n"
    assert merged.merge_commit_sha == checkout.sha("trunk") == checkout.sha("HEAD")
    assert (checkout.sha() == head) is (method is MergeMethod.MERGE)
    assert len(checkout.subjects()) == 2


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("dirt", ["changed", "staged", "deleted"])
async def test_dirty_checkout_is_refused_with_the_command(
    forge: Forge, checkout: Repository, method: MergeMethod, dirt: str
) -> None:
    push_branch(checkout, "x", "x\n")
    if dirt == "deleted":
        (checkout.path / "readme.md").unlink()
    else:
        checkout.write("readme.md", "mine\n")
    if dirt == "staged":
        checkout.git("add", "-A")
    before = fingerprint(checkout.path)
    await opened(forge, checkout)
    with pytest.raises(MergeRefused, match="uncommitted") as refused:
        await forge.merge_pull_request(checkout.url, 1, method)
    assert fingerprint(checkout.path) == before
    assert "merge" in (refused.value.hint or "")
    checkout.git("checkout", "-q", "HEAD", "--", ".")
    _run_as_told(checkout, refused.value.hint or "")
    assert (checkout.path / "x").exists()
    assert (await forge.merge_pull_request(checkout.url, 1, method)).state is PullRequestState.MERGED


def _run_as_told(checkout: Repository, command: str) -> None:
    environment = {"PATH": "/usr/bin:/bin", "GIT_EDITOR": "true", "HOME": "/nonexistent"}
    for role in ("AUTHOR", "COMMITTER"):
        environment |= {f"GIT_{role}_NAME": USER.name, f"GIT_{role}_EMAIL": USER.email}
    subprocess.run(command, shell=True, check=True, env=environment, cwd="/", capture_output=True)


@pytest.mark.parametrize("method", METHODS)
async def test_diverged_checkout_is_refused_with_the_command(
    forge: Forge, checkout: Repository, method: MergeMethod
) -> None:
    push_branch(checkout, "x", "x\n")
    checkout.commit("mine", "m\n", "mine")
    before = checkout.git("for-each-ref")
    await opened(forge, checkout)
    with pytest.raises(MergeRefused, match="moved on") as refused:
        await forge.merge_pull_request(checkout.url, 1, method)
    assert checkout.git("for-each-ref") == before
    _run_as_told(checkout, refused.value.hint or "")
    assert {b"mine", b"x"} <= set(checkout.files())


async def test_checkout_in_the_middle_of_a_merge_is_refused(forge: Forge, checkout: Repository) -> None:
    push_branch(checkout, "x", "x\n")
    checkout.git("checkout", "-q", "-b", "side")
    checkout.commit("readme.md", "side\n")
    checkout.git("checkout", "-q", "trunk")
    checkout.git("merge", "-q", "--no-ff", "--no-commit", "side")
    checkout.git("reset", "-q", "--hard", "HEAD", check=False)
    (checkout.path / ".git/MERGE_HEAD").write_text(checkout.sha("side") + "\n")
    before = checkout.git("for-each-ref")
    await opened(forge, checkout)
    with pytest.raises(MergeRefused, match="a merge is under way"):
        await forge.merge_pull_request(checkout.url, 1)
    assert checkout.git("for-each-ref") == before


async def test_untracked_file_in_the_way_is_not_overwritten(forge: Forge, checkout: Repository) -> None:
    push_branch(checkout, "x", "x\n")
    checkout.write("x", "mine, never committed\n")
    before = checkout.git("for-each-ref")
    await opened(forge, checkout)
    with pytest.raises(MergeRefused, match="untracked") as refused:
        await forge.merge_pull_request(checkout.url, 1)
    assert (checkout.path / "x").read_text() == "mine, never committed\n"
    assert checkout.git("for-each-ref") == before
    assert str(checkout.path) in (refused.value.hint or "")


async def test_base_checked_out_in_a_linked_worktree_goes_forward_there(
    forge: Forge, checkout: Repository, tmp_path: Path
) -> None:
    push_branch(checkout, "x", "x\n")
    checkout.git("checkout", "-q", "-b", "elsewhere")
    checkout.git("worktree", "add", "-q", str(tmp_path / "linked tree"), "trunk")
    linked = Repository(tmp_path / "linked tree")
    linked.write("readme.md", "dirty\n")
    await opened(forge, checkout)
    with pytest.raises(MergeRefused, match="linked tree"):
        await forge.merge_pull_request(checkout.url, 1)
    linked.git("checkout", "-q", "--", ".")
    await forge.merge_pull_request(checkout.url, 1)
    assert (linked.path / "x").exists()
    assert linked.git("status", "--porcelain") == ""
    assert not (checkout.path / "x").exists()


async def test_checkout_on_another_branch_is_left_alone(forge: Forge, checkout: Repository) -> None:
    push_branch(checkout, "x", "x\n")
    checkout.git("checkout", "-q", "-b", "elsewhere")
    checkout.write("readme.md", "dirty\n")
    before = fingerprint(checkout.path, leaving_out=(".git",))
    index = (checkout.path / ".git/index").read_bytes()
    await opened(forge, checkout)
    await forge.merge_pull_request(checkout.url, 1)
    assert b"x" in checkout.files("trunk")
    assert fingerprint(checkout.path, leaving_out=(".git",)) == before
    assert (checkout.path / ".git/index").read_bytes() == index


@pytest.mark.parametrize("kind", ["bare", "checkout"])
async def test_merging_into_an_empty_repository_makes_the_base(forge: Forge, tmp_path: Path, kind: str) -> None:
    empty = make_checkout(tmp_path / "empty")
    if kind == "bare":
        empty = make_bare(tmp_path / "empty.git", empty)
    other = make_checkout(tmp_path / "other", branch="feat-x")
    head = other.commit("first", "f\n")
    other.git("push", "-q", str(empty.path), "feat-x")
    await opened(forge, empty)
    merged = await forge.merge_pull_request(empty.url, 1)
    assert merged.merge_commit_sha == empty.sha("trunk") == head
    if kind == "checkout":
        assert empty.git("status", "--porcelain") == ""
        assert (empty.path / "first").exists()


async def test_a_draft_is_not_merged(forge: Forge, bare: Repository) -> None:
    push_branch(bare, "x", "x\n")
    before = bare.sha("trunk")
    await opened(forge, bare, is_draft=True)
    with pytest.raises(MergeRefused, match="draft") as refused:
        await forge.merge_pull_request(bare.url, 1)
    assert "ready" in (refused.value.hint or "")
    assert bare.sha("trunk") == before


@pytest.mark.parametrize("method", METHODS)
async def test_merging_twice_or_at_once_merges_once(forge: Forge, bare: Repository, method: MergeMethod) -> None:
    push_branch(bare, "x", "x\n")
    await opened(forge, bare)
    merged = await asyncio.gather(*(forge.merge_pull_request(bare.url, 1, method) for _ in range(4)))
    assert {done.merge_commit_sha for done in merged} == {bare.sha("trunk")}
    assert int(bare.git("rev-list", "--first-parent", "--count", "trunk")) == 2


@pytest.mark.parametrize("method", METHODS)
async def test_a_merge_killed_before_it_was_noted_is_found_done(
    forge: Forge, git: Git, bare: Repository, method: MergeMethod
) -> None:
    push_branch(bare, "x", "x\n")
    await opened(forge, bare)
    await forge.merge_pull_request(bare.url, 1, method)
    after = bare.sha("trunk")
    forgetful = LocalForge(git, InMemoryPullRequestStore(), _url_for, lambda: NOW, USER)
    await opened(forgetful, bare)
    again = await forgetful.merge_pull_request(bare.url, 1, method)
    assert (again.state, again.merge_commit_sha, bare.sha("trunk")) == (PullRequestState.MERGED, after, after)


async def test_a_closed_one_is_not_merged_nor_made_ready(
    forge: Forge, store: InMemoryPullRequestStore, bare: Repository
) -> None:
    push_branch(bare, "x", "x\n")
    await opened(forge, bare)
    await store.update(bare.location.key, 1, PullRequestChanges(state=PullRequestState.CLOSED), NOW)
    with pytest.raises(WrongMove, match="closed"):
        await forge.merge_pull_request(bare.url, 1)
    with pytest.raises(WrongMove, match="closed"):
        await forge.mark_ready(bare.url, 1)


async def test_a_branch_that_has_gone_or_is_unrelated_is_refused(forge: Forge, bare: Repository) -> None:
    push_branch(bare, "x", "x\n")
    await opened(forge, bare)
    bare.git("update-ref", "-d", "refs/heads/feat-x")
    with pytest.raises(MergeRefused, match="feat-x"):
        await forge.merge_pull_request(bare.url, 1)
    stranger = make_checkout(bare.path.parent / "stranger", branch="feat-x")
    stranger.commit("s", "s")
    stranger.git("push", "-q", str(bare.path), "feat-x")
    before = bare.sha("trunk")
    with pytest.raises(MergeRefused, match="unrelated"):
        await forge.merge_pull_request(bare.url, 1)
    assert bare.sha("trunk") == before


async def test_hooks_of_the_repository_do_not_run_in_a_merge(
    forge: Forge, checkout: Repository, tmp_path: Path
) -> None:
    push_branch(checkout, "x", "x\n")
    trap = tmp_path / "trap"
    trap.mkdir()
    put_traps(checkout.path / ".git", trap)
    await opened(forge, checkout)
    await forge.verify_repository(checkout.url)
    await forge.merge_pull_request(checkout.url, 1, MergeMethod.SQUASH)
    assert [path.name for path in trap.iterdir()] == []


async def test_a_repository_is_verified(forge: Forge, checkout: Repository, bare: Repository, tmp_path: Path) -> None:
    checkout.write("readme.md", "changed\n")
    told = await forge.verify_repository(checkout.url)
    assert (told.repository_name, told.default_branch, told.is_accessible) == ("her repository", "trunk", True)
    assert (told.uncommitted_changes, told.is_empty, told.access_verified_at) == (1, False, NOW)
    assert (await forge.verify_repository(f"file://{bare.path}")).repository_url == str(bare.path)
    empty = make_checkout(tmp_path / "empty", branch="start")
    told = await forge.verify_repository(empty.url)
    assert (told.default_branch, told.is_empty) == ("start", True)
    checkout.git("checkout", "-q", "--detach")
    assert (await forge.verify_repository(checkout.url)).default_branch is None
    with pytest.raises(RepositoryUnreachable):
        await forge.verify_repository(str(tmp_path / "nowhere"))
