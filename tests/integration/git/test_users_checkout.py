"""A repository that is the user's own checkout: what she has there stays as it is, byte for byte."""

from pathlib import Path

import pytest
from tests.integration.git.fixtures import Floor
from tests.integration.git.repositories import USER, Repository, fingerprint, make_checkout, message

from shopfloor.domain.repository_url import parse_repository_url
from shopfloor.domain.work_order import Author
from shopfloor.errors import PushRejected, RepositoryUnreachable
from shopfloor.git_operations.identity import Identities


def make_a_mess(checkout: Repository) -> None:
    checkout.write("readme.md", "stashed\n")
    checkout.git("stash")
    checkout.write("readme.md", "staged\n")
    checkout.git("add", "readme.md")
    checkout.write("readme.md", "and changed again\n")
    checkout.write("untracked", "u")
    checkout.write(".gitignore", ".env\n")
    checkout.write(".env", "SECRET=1\n")


async def test_her_files_index_and_stash_are_never_touched(floor: Floor, checkout: Repository) -> None:
    make_a_mess(checkout)
    files = fingerprint(checkout.path, leaving_out=(".git",))
    index = (checkout.path / ".git/index").read_bytes()
    others = {"index", "HEAD", "config", "refs/stash", "logs/refs/stash", "logs/HEAD", "refs/heads/trunk"}
    before = {name: told for name, told in fingerprint(checkout.path / ".git").items() if name in others}
    base, workspace = await floor.start(checkout.location)
    workspace.write("readme.md", "the agent's\n")
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    await floor.commits.push(base.mirror_path, checkout.location, "feat-x", base.branch)
    await floor.repositories.inspect_local(checkout.location)
    await floor.mirrors.branch_exists(checkout.location, "feat-y")
    await floor.mirrors.maintain(checkout.location)
    await floor.workspaces.destroy(base.mirror_path, workspace.path)
    assert commit is not None
    assert checkout.sha("feat-x") == commit.sha
    assert fingerprint(checkout.path, leaving_out=(".git",)) == files
    assert {name: told for name, told in fingerprint(checkout.path / ".git").items() if name in others} == before
    assert len(before) == len(others)
    assert (checkout.path / ".git/index").read_bytes() == index
    assert checkout.git("worktree", "list").count("\n") == 0


async def test_the_order_starts_from_what_she_committed(floor: Floor, checkout: Repository) -> None:
    make_a_mess(checkout)
    _, workspace = await floor.start(checkout.location)
    assert (workspace.path / "readme.md").read_text() == "hello\n"


async def test_uncommitted_changes_are_counted(floor: Floor, checkout: Repository) -> None:
    make_a_mess(checkout)
    told = await floor.repositories.inspect_local(checkout.location)
    assert (told.is_bare, told.checked_out_branch, told.uncommitted_changes) == (False, "trunk", 3)


async def test_a_bare_repository_has_no_checkout(floor: Floor, bare: Repository) -> None:
    told = await floor.repositories.inspect_local(bare.location)
    assert (told.is_bare, told.checked_out_branch, told.uncommitted_changes, told.trees) == (True, None, 0, ())


async def test_linked_worktrees_are_seen(floor: Floor, checkout: Repository, tmp_path: Path) -> None:
    checkout.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "line\nbreak"))
    told = await floor.repositories.inspect_local(checkout.location)
    other = told.tree_of("other")
    assert other is not None
    assert other.path == tmp_path / "line\nbreak"
    assert told.tree_of("trunk") is not None
    assert told.tree_of("elsewhere") is None


async def test_a_push_never_updates_a_checkout_on_that_branch(floor: Floor, checkout: Repository) -> None:
    checkout.git("config", "receive.denyCurrentBranch", "updateInstead")
    base, workspace = await floor.start(checkout.location)
    workspace.write("a", "a")
    await floor.commits.commit_all(workspace.path, message(), USER)
    await floor.commits.push(base.mirror_path, checkout.location, "feat-x", base.branch)
    checkout.git("switch", "-q", "feat-x")
    before = fingerprint(checkout.path)
    workspace.write("a", "b")
    await floor.commits.commit_all(workspace.path, message(), USER)
    with pytest.raises(PushRejected, match="checked out") as refused:
        await floor.commits.push(base.mirror_path, checkout.location, "feat-x", base.branch)
    assert "switch" in (refused.value.hint or "")
    assert (checkout.path / "a").read_text() == "a"
    assert {name: before[name] for name in before if not name.startswith(".git/objects")}.items() <= fingerprint(
        checkout.path
    ).items()


async def test_a_folder_inside_and_a_link_lead_to_the_same_repository(
    floor: Floor, checkout: Repository, tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to(checkout.path)
    for given in (checkout.path / "src", tmp_path / "link", tmp_path / "link/src", checkout.path / ".git"):
        found = await floor.repositories.resolve(parse_repository_url(str(given)))
        assert found.key == checkout.location.key, given


async def test_a_bare_repository_resolves_to_itself(floor: Floor, bare: Repository, tmp_path: Path) -> None:
    assert await floor.repositories.resolve(bare.location) == bare.location
    with pytest.raises(RepositoryUnreachable):
        await floor.repositories.resolve(parse_repository_url(str(tmp_path)))


async def test_the_author_is_who_git_says_she_is(floor: Floor, checkout: Repository, tmp_path: Path) -> None:
    identities = Identities(floor.git, remember_seconds=0)
    assert await identities.author_for(checkout.location) == Author("Shopfloor user", "user@localhost")
    (tmp_path / "home/.gitconfig").write_text("[user]\n\tname = Globally Ada\n\temail = g@example.org\n")
    remote = parse_repository_url("https://example.org/a/b")
    assert await identities.author_for(remote) == Author("Globally Ada", "g@example.org")
    checkout.git("config", "user.email", "here@example.org")
    assert await identities.author_for(checkout.location) == Author("Globally Ada", "here@example.org")
    assert await identities.author_for(checkout.location, USER) == USER


async def test_a_repository_with_a_line_break_and_quotes_in_its_branch_names_works(
    floor: Floor, tmp_path: Path
) -> None:
    repository = make_checkout(tmp_path / 'it\'s "odd" $(touch x)', branch="it's$(touch${IFS}x)")
    repository.commit("a", "a")
    base, workspace = await floor.start(repository.location, "fix'$(x)")
    workspace.write("b", "b")
    await floor.commits.commit_all(workspace.path, message(), USER)
    pushed = await floor.commits.push(base.mirror_path, repository.location, "fix'$(x)", base.branch)
    assert repository.sha("refs/heads/fix'$(x)") == pushed
