"""One order by hand: base, workspace, turns, push, numbers."""

from tests.integration.git.fixtures import Floor
from tests.integration.git.repositories import AGENT, ORDER, USER, Repository, message

from shopfloor.domain.ids import RunId
from shopfloor.domain.work_order import AgentWorkflowPhase

PLANNING, IMPLEMENTING = AgentWorkflowPhase.PLANNING, AgentWorkflowPhase.IMPLEMENTING


async def test_a_turn_is_committed_in_the_users_name_and_pushed(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    workspace.write("src/login.py", "a\nb\n")
    commit = await floor.commits.commit_all(workspace.path, message(body="I added a login."), USER)
    pushed = await floor.commits.push(base.mirror_path, bare.location, "feat-x", base.branch)
    assert commit is not None
    assert (commit.files_changed, commit.lines_added, commit.lines_removed) == (1, 2, 0)
    assert pushed == bare.sha("feat-x") == commit.sha
    assert bare.git("log", "-1", "--format=%an <%ae> %cn|%s|%b", "feat-x") == (
        f"{USER.name} <{USER.email}> {USER.name}|feat: add login|I added a login.\n\n"
        f"Work-Order: {ORDER}\nPhase: implementing\nRun: {ORDER}-r1\n"
        f"Co-authored-by: {AGENT.name} <{AGENT.email}>"
    )


async def test_nothing_changed_means_no_commit(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    assert await floor.commits.commit_all(workspace.path, message(), USER) is None
    assert workspace.sha() == base.sha


async def test_pushing_twice_does_nothing_the_second_time(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    workspace.write("a", "a")
    await floor.commits.commit_all(workspace.path, message(), USER)
    first = await floor.commits.push(base.mirror_path, bare.location, "feat-x", base.branch)
    second = await floor.commits.push(workspace.path, bare.location, "feat-x", base.branch)
    assert first == second == bare.sha("feat-x")


async def test_ignored_files_and_our_own_stay_out(floor: Floor, bare: Repository) -> None:
    _, workspace = await floor.start(bare.location)
    workspace.write(".gitignore", "*.secret\nbuild/\n")
    workspace.write("key.secret", "s")
    workspace.write("build/out", "o")
    workspace.write("code.py", "c")
    await floor.commits.commit_all(workspace.path, message(), USER)
    assert workspace.files() == [b".gitignore", b"code.py", b"readme.md", b"src/app.py"]
    assert not (await floor.workspaces.status(workspace.path)).dirty


async def test_a_turn_costs_three_programs(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    for name in ("a", "b"):
        workspace.write(name, name)
        floor.processes.commands.clear()
        await floor.commits.commit_all(workspace.path, message(), USER)
        await floor.commits.push(base.mirror_path, bare.location, "feat-x", base.branch)
    calls = [argv[1] for argv in floor.processes.commands]
    assert calls == ["add", "commit", "rev-list"]


async def test_a_repository_that_has_not_moved_costs_no_git_at_all(floor: Floor, checkout: Repository) -> None:
    await floor.mirrors.refresh(checkout.location)
    floor.processes.commands.clear()
    base = await floor.mirrors.refresh(checkout.location)
    assert floor.processes.commands == []
    assert (base.branch, base.sha) == ("trunk", checkout.sha())


async def test_a_repeated_create_costs_no_git_at_all(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    workspace.write("readme.md", "dirty\n")
    floor.processes.commands.clear()
    await floor.workspaces.create(base.mirror_path, workspace.path, "feat-x", base.sha)
    assert floor.processes.commands == []
    assert (workspace.path / "readme.md").read_text() == "dirty\n"


async def test_finished_commits_are_found_by_run_and_phase(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    workspace.write("plan.md", "p")
    planned = await floor.commits.commit_all(workspace.path, message("docs: plan", phase=PLANNING), USER)
    workspace.write("half", "h")
    await floor.commits.commit_all(workspace.path, message("wip", unfinished=True), USER)
    assert planned is not None

    async def found(run: int, phase: AgentWorkflowPhase) -> str | None:
        run_id = RunId(f"{ORDER}-r{run}")
        return await floor.commits.find(base.mirror_path, "feat-x", base.sha, run_id=run_id, phase=phase)

    assert await found(1, PLANNING) == planned.sha
    assert await found(2, PLANNING) is None
    assert await found(1, IMPLEMENTING) is None


async def test_progress_comes_from_git_and_needs_no_workspace(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    workspace.write("plan.md", "1\n2\n3\n")
    await floor.commits.commit_all(workspace.path, message("docs: plan", phase=PLANNING, body="A plan."), USER)
    workspace.write("plan.md", "1\n2\n")
    workspace.write("code.py", "x\n")
    last = await floor.commits.commit_all(workspace.path, message("feat: code"), USER)
    await floor.workspaces.destroy(base.mirror_path, workspace.path)
    progress = await floor.history.progress(base.mirror_path, base.sha, "feat-x")
    commits = await floor.history.commits(base.mirror_path, base.sha, "feat-x")
    assert last is not None
    assert (progress.git_commit_count, progress.git_files_changed) == (2, 2)
    assert (progress.git_lines_added, progress.git_lines_removed) == (3, 0)
    assert (progress.latest_commit_sha, progress.latest_commit_message) == (last.sha, "feat: code")
    assert [(phase.phase, phase.commits) for phase in progress.phase_history] == [("planning", 1), ("implementing", 1)]
    assert [(commit.subject, commit.body, commit.phase) for commit in commits] == [
        ("docs: plan", "A plan.", "planning"),
        ("feat: code", "", "implementing"),
    ]
    assert [commit.lines_removed for commit in commits] == [0, 1]
    floor.processes.commands.clear()
    assert await floor.history.progress(base.mirror_path, base.sha, "feat-x") == progress
    assert floor.processes.commands == []
