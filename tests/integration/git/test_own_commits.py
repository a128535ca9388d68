"""What we know of a commit of ours without asking is what git tells of it; and then git is not asked."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.integration.git.fixtures import Floor
from tests.integration.git.repositories import USER, Repository, message

from shopfloor.domain.ids import AgentWorkOrderId, RunId
from shopfloor.domain.work_order import AgentWorkflowPhase, Author
from shopfloor.git_operations.commit_log import CommitInfo
from shopfloor.git_operations.commit_message import CommitMessage
from shopfloor.git_operations.history import History
from shopfloor.git_operations.numstat import ChangeNumbers
from shopfloor.git_operations.own_commits import own_commit

Change = Callable[[Repository], object]

MESSAGES = [
    message(),
    CommitMessage("By hand", "", AgentWorkOrderId("wo-abc12345"), phase=None, run_id=None),
    CommitMessage(
        "x" * 300, "Said.\n\n\n\nMore \t\n", AgentWorkOrderId("wo-abc12345"), AgentWorkflowPhase.TESTING, RunId("r")
    ),
    CommitMessage(
        "Ümläut\x00 \ud800\nline", "Body: like a trailer\n", AgentWorkOrderId("wo-1"), None, None, unfinished=True
    ),
]
AUTHORS = [USER, Author("Ünal <x>, J.", "u@example.org"), Author("", "")]


@pytest.mark.parametrize("author", AUTHORS)
@pytest.mark.parametrize("said", MESSAGES)
async def test_what_was_said_and_by_whom(floor: Floor, bare: Repository, said: CommitMessage, author: Author) -> None:
    _, workspace = await floor.start(bare.location)
    workspace.write("new.txt", "one\ntwo\n")
    commit = await floor.commits.commit_all(workspace.path, said, author)
    assert commit is not None
    assert await told_by_git(floor, bare) == [commit.info]


def _add(workspace: Repository) -> None:
    workspace.write("src/app.py", "changed\n")
    workspace.write("new.txt", "one\ntwo\n")


def _odd_names(workspace: Repository) -> None:
    for name in ("it's", "ünal", 'quo"te', "tab\tbed"):
        workspace.write(name, name)


def _two_lines(workspace: Repository) -> None:
    workspace.write("one'\nadd 'two", "a name of two lines")


def _binary(workspace: Repository) -> None:
    workspace.write("picture", b"\0\1\2")


@pytest.mark.parametrize("change", [_add, _odd_names, _two_lines, _binary])
async def test_what_was_added(floor: Floor, bare: Repository, change: Change) -> None:
    _, workspace = await floor.start(bare.location)
    change(workspace)
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    assert commit is not None
    assert commit.info is not None
    (told,) = await told_by_git(floor, bare)
    assert commit.info.touched in (told.touched, None)
    assert (commit.info.touched is None) == (change is _two_lines)
    assert (told.files_changed, told.lines_added) == (commit.files_changed, commit.lines_added)


def _remove(workspace: Repository) -> None:
    (workspace.path / "src/app.py").unlink()


def _move(workspace: Repository) -> None:
    (workspace.path / "readme.md").rename(workspace.path / "moved.md")


def _staged_by_the_agent(workspace: Repository) -> None:
    workspace.write("staged", "by the agent")
    workspace.git("add", "staged")


@pytest.mark.parametrize("change", [_remove, _move, _staged_by_the_agent])
async def test_where_it_is_not_sure_which_files_they_were(floor: Floor, bare: Repository, change: Change) -> None:
    _, workspace = await floor.start(bare.location)
    change(workspace)
    workspace.write("new.txt", "new")
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    assert commit is not None
    assert commit.info is not None
    assert commit.info.touched is None


async def test_commits_that_are_learned_cost_no_git(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    for name in ("a", "b", "c"):
        workspace.write(name, name)
        commit = await floor.commits.commit_all(workspace.path, message(), USER)
        assert commit is not None
        assert commit.info is not None
        floor.history.learn(base.mirror_path, base.sha, commit.info)
    floor.processes.commands.clear()
    known = await floor.history.commits(base.mirror_path, base.sha, "feat-x")
    progress = await floor.history.progress(base.mirror_path, base.sha, "feat-x")
    assert floor.processes.commands == []
    asked = History(floor.git)
    assert known == await asked.commits(base.mirror_path, base.sha, "feat-x")
    assert progress == await asked.progress(base.mirror_path, base.sha, "feat-x")


async def test_of_a_commit_that_is_not_ours_nothing_is_known(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    sha = workspace.commit("by-agent", "x", "mine")
    numbers = ChangeNumbers(1, 1, 0)
    assert own_commit(base.mirror_path, sha, message(), numbers, frozenset({"by-agent"})) is None
    assert own_commit(base.mirror_path, base.sha or "", message(), numbers, None) is None


async def test_work_that_had_to_be_merged_back_is_asked_for(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    workspace.write("a", "a")
    await floor.commits.commit_all(workspace.path, message(), USER)
    workspace.git("checkout", "-q", "--detach", base.sha or "")
    workspace.commit("elsewhere", "x", "on another line")
    workspace.write("b", "b")
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    assert commit is not None
    if commit.info is not None:
        floor.history.learn(base.mirror_path, base.sha, commit.info)
    asked = await History(floor.git).commits(base.mirror_path, base.sha, "feat-x")
    assert await floor.history.commits(base.mirror_path, base.sha, "feat-x") == asked


async def test_a_merge_into_the_base_is_asked_for(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    workspace.write("a", "a")
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    assert commit is not None
    assert commit.info is not None
    merge = replace(commit.info, parent_shas=(*commit.info.parent_shas, "another"))
    floor.history.learn(base.mirror_path, base.sha, merge)
    assert await floor.history.commits(base.mirror_path, base.sha, "feat-x") == [commit.info]


async def test_a_commit_on_top_of_the_agents_own_is_asked_for(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    workspace.commit("by-agent", "x", "mine")
    workspace.write("a", "a")
    commit = await floor.commits.commit_all(workspace.path, message(), USER)
    assert commit is not None
    assert commit.info is not None
    floor.history.learn(base.mirror_path, base.sha, commit.info)
    subjects = [each.subject for each in await floor.history.commits(base.mirror_path, base.sha, "feat-x")]
    assert subjects == ["mine", commit.subject]


async def told_by_git(floor: Floor, repository: Repository) -> list[CommitInfo]:
    base = await floor.mirrors.refresh(repository.location)
    return await History(floor.git).commits(base.mirror_path, base.sha, "feat-x")
