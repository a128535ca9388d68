"""No program that a repository names is run by our own git calls, and none of its rules is bent to another's gain."""

from pathlib import Path

import pytest
from tests.integration.git.fixtures import Floor
from tests.integration.git.repositories import USER, Repository, message

from shopfloor.domain.repository_url import parse_repository_url
from shopfloor.errors import RepositoryUnreachable
from shopfloor.git_operations.workspace_record import record_of

HOOKS = (
    *("pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "pre-push", "post-checkout", "post-merge"),
    *("reference-transaction", "pre-receive", "update", "post-receive", "post-update", "push-to-checkout"),
    *("fsmonitor-watchman", "post-index-change", "pre-auto-gc", "post-rewrite", "sendemail-validate"),
)


def put_traps(git_dir: Path, trap: Path) -> None:
    """Hooks and settings each of which would leave a file behind when it is run."""
    hooks = git_dir / "hooks"
    hooks.mkdir(exist_ok=True)
    for name in HOOKS:
        (hooks / name).write_text(f"#!/bin/sh\ntouch '{trap}/hook-{name}'\nexit 1\n")
        (hooks / name).chmod(0o755)
    with open(git_dir / "config", "a") as config:
        config.write(
            f"""
[core]
    fsmonitor = touch '{trap}/fsmonitor' #
    hooksPath = {hooks}
    editor = touch '{trap}/editor' #
    pager = touch '{trap}/pager' #
    askPass = touch '{trap}/askpass' #
    sshCommand = touch '{trap}/ssh' #
    alternateRefsCommand = touch '{trap}/alternates' #
[diff]
    external = touch '{trap}/diff' #
[diff "trap"]
    command = touch '{trap}/diff-command' #
    textconv = touch '{trap}/textconv' #
[gpg]
    program = touch '{trap}/gpg' #
[commit]
    gpgSign = true
    template = /nonexistent
[log]
    showSignature = true
    showRoot = false
[push]
    gpgSign = if-asked
    followTags = true
[gc]
    auto = 1
[receive]
    denyCurrentBranch = updateInstead
[color]
    ui = always
[core]
    safecrlf = true
    autocrlf = input
[uploadpack]
    packObjectsHook = touch '{trap}/pack-objects' #
"""
        )


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    folder = tmp_path / "trap"
    folder.mkdir()
    return folder


async def do_a_whole_order(floor: Floor, repository: Repository) -> None:
    base, workspace = await floor.start(repository.location)
    workspace.write(".gitattributes", "*.trap diff=trap\n")
    workspace.write("a.trap", "one\n")
    workspace.write("crlf", "a\r\nb\r\n")
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    await floor.commits.push(base.mirror_path, repository.location, "feat-x", base.branch)
    assert commit is not None
    assert repository.sha("feat-x") == commit.sha
    workspace.write("a.trap", "two\n")
    await floor.commits.rescue(workspace.path, message(), USER)
    await floor.history.progress(base.mirror_path, base.sha, "feat-x")
    diff = await floor.history.diff(base.mirror_path, base.sha, "feat-x")
    assert {file.path for file in diff.files} == {".gitattributes", "a.trap", "crlf"}
    assert all(file.patch and file.patch.startswith("diff --git") for file in diff.files)
    await floor.repositories.inspect_local(repository.location)
    await floor.mirrors.maintain(repository.location)
    await floor.workspaces.status(workspace.path)


async def test_traps_in_the_repository_do_not_go_off(floor: Floor, checkout: Repository, trap: Path) -> None:
    put_traps(checkout.path / ".git", trap)
    before = (checkout.path / "readme.md").stat().st_mtime_ns
    await do_a_whole_order(floor, checkout)
    assert [path.name for path in trap.iterdir()] == []
    assert (checkout.path / "readme.md").stat().st_mtime_ns == before


async def test_traps_an_agent_sets_in_the_mirror_do_not_go_off(floor: Floor, bare: Repository, trap: Path) -> None:
    base = await floor.mirrors.refresh(bare.location)
    put_traps(base.mirror_path, trap)
    await do_a_whole_order(floor, bare)
    assert [path.name for path in trap.iterdir()] == []


async def test_traps_in_an_embedded_repository_do_not_go_off(floor: Floor, bare: Repository, trap: Path) -> None:
    _, workspace = await floor.start(bare.location)
    (workspace.path / "nested").mkdir()
    nested = Repository(workspace.path / "nested")
    nested.git("init", "-q")
    nested.commit("inner", "i")
    put_traps(nested.path / ".git", trap)
    nested.write("inner", "changed")
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    await floor.workspaces.status(workspace.path)
    assert commit is not None
    assert [path.name for path in trap.iterdir()] == []


async def test_a_git_folder_an_agent_puts_in_place_of_ours_is_not_used(
    floor: Floor, bare: Repository, trap: Path
) -> None:
    base, workspace = await floor.start(bare.location)
    (workspace.path / ".git").unlink()
    workspace.git("init", "-q")
    workspace.git("checkout", "-q", "-b", "elsewhere")
    put_traps(workspace.path / ".git", trap)
    workspace.write("work", "w")
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    assert commit is not None
    mirror = Repository(base.mirror_path)
    assert mirror.sha("feat-x") == commit.sha
    assert b"work" in mirror.files("feat-x")
    assert [path.name for path in trap.iterdir()] == []


async def test_what_an_agent_writes_into_the_mirrors_configuration_leads_no_transfer_astray(
    floor: Floor, bare: Repository, trap: Path
) -> None:
    base, workspace = await floor.start(bare.location)
    for key, value in (
        (f"url.ext::touch {trap}/helper #.insteadOf", str(bare.path)),
        (f"url.{trap}/elsewhere.git.pushInsteadOf", str(bare.path)),
        ("protocol.allow", "always"),
        ("core.sshCommand", f"touch {trap}/ssh #"),
        ("core.gitProxy", f"touch {trap}/proxy #"),
        ("credential.helper", f"!touch {trap}/credential #"),
    ):
        workspace.git("config", key, value)
    bare.git("update-ref", "refs/heads/trunk", bare.git("commit-tree", "-p", "trunk", "-m", "x", "trunk^{tree}"))
    assert (await floor.mirrors.refresh(bare.location)).sha == bare.sha("trunk")
    workspace.write("a", "a")
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    await floor.commits.push(base.mirror_path, bare.location, "feat-x", base.branch)
    assert commit is not None
    assert bare.sha("feat-x") == commit.sha
    assert [path.name for path in trap.iterdir()] == []


async def test_ssh_is_the_users_own_whatever_the_mirror_says(
    floor: Floor, bare: Repository, trap: Path, tmp_path: Path
) -> None:
    base, workspace = await floor.start(bare.location)
    workspace.git("config", "core.sshCommand", f"touch {trap}/ssh #")
    elsewhere = parse_repository_url("ssh://git@127.0.0.1:1/team/shop.git")
    with pytest.raises(RepositoryUnreachable):
        await floor.commits.push(base.mirror_path, elsewhere, "feat-x", base.branch)
    assert [path.name for path in trap.iterdir()] == []
    assert list((base.mirror_path.parent / "transfers").iterdir()) == []


async def test_clean_and_smudge_filters_work_as_in_any_checkout(
    floor: Floor, checkout: Repository, tmp_path: Path
) -> None:
    (tmp_path / "home" / ".gitconfig").write_text('[filter "up"]\n\tclean = tr a-z A-Z\n\tsmudge = tr A-Z a-z\n')
    checkout.write(".gitattributes", "*.up filter=up\n")
    checkout.commit("a.up", "WORDS\n")
    _, workspace = await floor.start(checkout.location)
    assert (workspace.path / "a.up").read_text() == "words\n"
    workspace.write("b.up", "more\n")
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    assert commit is not None
    assert workspace.content("b.up") == b"MORE\n"
    assert not (await floor.workspaces.status(workspace.path)).dirty


async def test_variables_of_an_outer_git_do_not_bind_us(
    floor: Floor, bare: Repository, checkout: Repository, processes: object
) -> None:
    from shopfloor.git_operations.git_environment import git_environment

    environment = git_environment({"GIT_DIR": "/elsewhere", "GIT_INDEX_FILE": "/i", "PATH": "/bin", "GIT_SSH": "ssh"})
    assert {"GIT_DIR", "GIT_INDEX_FILE"}.isdisjoint(environment)
    assert (environment["GIT_SSH"], environment["PATH"]) == ("ssh", "/bin")


async def test_a_hidden_record_names_the_mirror_not_the_workspaces_git_file(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    (workspace.path / ".git").write_text("gitdir: /somewhere/else\n")
    assert record_of(workspace.path).mirror == base.mirror_path
