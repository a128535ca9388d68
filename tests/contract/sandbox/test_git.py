"""What the backends that use git promise beyond the common contract."""

import os
import random
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.contract.sandbox.backends import Backend, git, make_checkout, open_backend, open_factory, show

from shopfloor.domain.ids import RunId
from shopfloor.domain.work_order import AgentWorkflowPhase, SandboxType
from shopfloor.errors import SandboxError
from shopfloor.process import Processes, ProcessOwner, base_environment, detect_containment
from shopfloor.sandbox_manager.sandbox_protocol import SandboxStatus

SETTER = Path(__file__).with_name("sandbox_setter.py")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return make_checkout(tmp_path / "repo")


@pytest.fixture
async def processes(home: Path) -> AsyncIterator[Processes]:
    owner = ProcessOwner(home, "now")
    made = Processes(owner=owner, containment=detect_containment(owner))
    yield made
    await made.close()


@pytest.fixture(params=["git_worktree", "git_branch"])
async def backend(request: pytest.FixtureRequest, home: Path, repository: Path, processes: Processes) -> Backend:
    return await open_backend(str(request.param), home, processes, base_environment(os.environ), repository)


@pytest.fixture
async def checkout(home: Path, repository: Path, processes: Processes) -> Backend:
    """The git_branch backend, whose orders share one checkout."""
    return await open_backend("git_branch", home, processes, base_environment(os.environ), repository)


def mirror_in(home: Path) -> Path:
    return next((home / "repositories").glob("*.git"))


async def test_a_rescue_commit_is_the_users_and_says_that_it_is_unfinished(backend: Backend, home: Path) -> None:
    spec = backend.spec(run_id=RunId("wo-00000001-r2"), phase=AgentWorkflowPhase.TESTING)
    sandbox = backend.make(spec)
    await sandbox.setup()
    await sandbox.write_file("work.txt", b"half")
    await sandbox.cleanup()
    told = git(mirror_in(home), "log", "-1", "--format=%an <%ae>%n%(trailers)", spec.git_branch_name)
    assert told.split("\n")[:5] == [
        "Uma User <uma@example.org>",
        "Work-Order: wo-00000001",
        "Phase: testing",
        "Run: wo-00000001-r2",
        "Unfinished: yes",
    ]


async def test_a_clean_sandbox_leaves_no_commit(backend: Backend, home: Path) -> None:
    sandbox = backend.make(backend.spec())
    await sandbox.setup()
    await sandbox.execute_command("mkdir build; echo ignored >build/x; echo ignored >y.local")
    await sandbox.cleanup()
    assert git(mirror_in(home), "rev-parse", backend.spec().git_branch_name).strip() == backend.base_sha


@pytest.mark.parametrize(
    "mischief",
    ["git checkout -q --detach", "git checkout -q -b other", "rm -f .git", "git init -q nested && echo x >nested/f"],
)
async def test_work_is_saved_whatever_the_agent_did_to_the_repository(
    backend: Backend, home: Path, mischief: str
) -> None:
    sandbox = backend.make(backend.spec())
    await sandbox.setup()
    assert (await sandbox.execute_command(f"{mischief}; echo precious >work.txt")).exit_code == 0
    await sandbox.cleanup()
    branches = git(mirror_in(home), "for-each-ref", "--format=%(refname:short)", "refs/heads").split()
    assert b"precious\n" in [show(mirror_in(home), branch, "work.txt") for branch in branches]


async def test_the_users_checkout_is_never_touched(backend: Backend) -> None:
    repository = backend.repository
    (repository / "README.md").write_text("her own change")
    (repository / ".env").write_text("KEY=1")
    before = (git(repository, "status", "--porcelain=v2", "--branch"), (repository / ".git" / "index").read_bytes())
    sandbox = backend.make(backend.spec(files_to_copy=(".env", "README.md")))
    await sandbox.setup()
    await sandbox.write_file("README.md", b"the agent's change")
    await sandbox.cleanup()
    assert (repository / "README.md").read_text() == "her own change"
    assert before == (
        git(repository, "--no-optional-locks", "status", "--porcelain=v2", "--branch"),
        (repository / ".git" / "index").read_bytes(),
    )


async def test_files_to_copy_that_git_does_not_ignore_stay_out_of_the_branch(backend: Backend) -> None:
    (backend.repository / "notes.txt").write_text("private")
    (backend.repository / ".env").write_text("KEY=1")
    sandbox = backend.make(backend.spec(files_to_copy=("notes.txt", ".env")))
    await sandbox.setup()
    assert [entry.path for entry in await sandbox.list_files()] == [".env", ".gitignore", "README.md", "src"]
    assert not (await sandbox.get_current_state()).is_dirty


async def test_an_empty_repository_can_be_worked_in(home: Path, tmp_path: Path, processes: Processes) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    git(empty, "init", "-q", "-b", "trunk")
    factory, mirror = await open_factory(home, processes, base_environment(os.environ), empty)
    for number, kind in enumerate((SandboxType.GIT_WORKTREE, SandboxType.GIT_BRANCH)):
        plain = Backend(str(kind), empty, "", factory.create_sandbox, lambda spec, path: None)
        spec = plain.spec(number, base_sha=None)
        sandbox = factory.create_sandbox(spec)
        await sandbox.setup()
        assert (await sandbox.get_current_state()).head_sha is None
        await sandbox.write_file("first.txt", b"first")
        await sandbox.cleanup()
        assert show(mirror, spec.git_branch_name, "first.txt") == b"first"


async def test_a_lost_mirror_is_fetched_again(backend: Backend, home: Path) -> None:
    shutil.rmtree(mirror_in(home))
    sandbox = backend.make(backend.spec())
    await sandbox.setup()
    assert await sandbox.read_file("README.md") == b"hello\n"


async def test_a_workspace_somebody_deleted_is_made_again_and_prepared_again(backend: Backend) -> None:
    sandbox = backend.make(backend.spec(setup_script="echo x >>runs.local"))
    await sandbox.setup()
    shutil.rmtree(sandbox.workspace_path)
    assert (await sandbox.get_current_state()).status is SandboxStatus.ABSENT
    await sandbox.setup()
    assert await sandbox.read_file("runs.local") == b"x\n"
    assert await sandbox.read_file("README.md") == b"hello\n"


async def test_a_git_that_was_killed_in_the_middle_is_no_obstacle(backend: Backend, home: Path) -> None:
    sandbox = backend.make(backend.spec())
    await sandbox.setup()
    await sandbox.write_file("work.txt", b"precious")
    admin = next((mirror_in(home) / "worktrees").iterdir())
    (admin / "index.lock").write_bytes(b"")
    (admin / "HEAD.lock").write_bytes(b"")
    await backend.make(backend.spec()).setup()
    await sandbox.cleanup()
    assert backend.rescued(backend.spec(), "work.txt") == b"precious"


async def test_a_server_killed_at_any_moment_leaves_a_sandbox_that_can_be_set_up(
    backend: Backend, home: Path, processes: Processes
) -> None:
    for number in range(300):
        (backend.repository / f"file{number}").write_text(str(number))
    git(backend.repository, "add", "-A")
    git(backend.repository, "commit", "-q", "-m", "more")
    argv = [sys.executable, str(SETTER), backend.name, str(home), str(backend.repository)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for _ in range(6):
        with subprocess.Popen(argv, stdout=subprocess.PIPE, env=environment) as server:
            assert server.stdout is not None
            assert server.stdout.readline() == b"begin\n"
            time.sleep(random.uniform(0, 0.2))
            server.kill()
    await processes.end_leftovers()

    sha = git(backend.repository, "rev-parse", "HEAD").strip()
    spec = backend.spec(setup_script="sleep 0.05; echo done >>setup.local", base_sha=sha)
    sandbox = backend.make(spec)
    await sandbox.setup()
    work = (await sandbox.execute_command("cat work.txt")).stdout
    assert (await sandbox.execute_command("git status --porcelain")).stdout in {"", "?? work.txt\n"}
    assert len(await sandbox.list_files()) >= 303
    await sandbox.cleanup()
    assert (backend.rescued(spec, "work.txt") or b"").decode() == work


async def test_two_worktrees_of_one_repository_do_not_see_each_other(
    home: Path, repository: Path, processes: Processes
) -> None:
    backend = await open_backend("git_worktree", home, processes, base_environment(os.environ), repository)
    first, second = (backend.make(backend.spec(number)) for number in (1, 2))
    await first.setup()
    await second.setup()
    await first.write_file("mine", b"1")
    assert "mine" not in [entry.path for entry in await second.list_files()]
    assert first.capabilities.parallel
    await first.cleanup()
    assert (await second.get_current_state()).status is SandboxStatus.READY


class TestMovingCheckout:
    async def test_what_the_first_order_left_dirty_is_saved_on_its_branch(self, checkout: Backend) -> None:
        first, second = checkout.make(checkout.spec(1)), checkout.make(checkout.spec(2))
        await first.setup()
        await first.write_file("work.txt", b"of the first")
        await first.execute_command("mkdir build && echo cached >build/x")

        await second.setup()

        names = [entry.path for entry in await second.list_files()]
        assert "work.txt" not in names
        assert "build" in names, "ignored files stay"
        assert (await second.get_current_state()).git_branch_name == checkout.spec(2).git_branch_name
        assert not (await second.get_current_state()).is_dirty
        assert checkout.rescued(checkout.spec(1), "work.txt") == b"of the first"
        assert checkout.rescued(checkout.spec(2), "work.txt") is None

    async def test_the_first_order_comes_back_to_its_work(self, checkout: Backend) -> None:
        first, second = checkout.make(checkout.spec(1)), checkout.make(checkout.spec(2))
        await first.setup()
        await first.write_file("work.txt", b"of the first")
        await second.setup()
        await second.write_file("work.txt", b"of the second")

        await first.setup()

        assert await first.read_file("work.txt") == b"of the first"
        assert checkout.rescued(checkout.spec(2), "work.txt") == b"of the second"

    async def test_an_order_cannot_reach_into_anothers_turn(self, checkout: Backend) -> None:
        first, second = checkout.make(checkout.spec(1)), checkout.make(checkout.spec(2))
        await first.setup()
        await second.setup()
        for attempt in (
            first.read_file("README.md"),
            first.write_file("x", b""),
            first.execute_command("true"),
            first.open_terminal(["sh"]),
        ):
            with pytest.raises(SandboxError, match="another order"):
                await attempt
        assert (await first.get_current_state()).status is SandboxStatus.ABSENT

    async def test_programs_of_the_first_end_when_the_second_takes_over(self, checkout: Backend) -> None:
        first, second = checkout.make(checkout.spec(1)), checkout.make(checkout.spec(2))
        await first.setup()
        left_behind = await first.spawn(["cat"])
        arriving = await second.spawn(["cat"])
        await second.setup()
        assert await left_behind.wait() == -9
        await arriving.write(b"alive")
        assert await arriving.read() == b"alive"
        assert await first.end_processes() == 0
        assert await second.end_processes() == 1

    async def test_cleaning_up_the_first_does_not_disturb_the_second(self, checkout: Backend) -> None:
        first, second = checkout.make(checkout.spec(1)), checkout.make(checkout.spec(2))
        await first.setup()
        await second.setup()
        await second.write_file("work.txt", b"dirty")
        await first.cleanup()
        assert await second.read_file("work.txt") == b"dirty"
        assert (await second.get_current_state()).is_dirty

    async def test_each_order_is_prepared_anew(self, checkout: Backend) -> None:
        number = secrets.token_hex(4)
        first, second = (checkout.make(checkout.spec(n, setup_script=f"echo {number} >>runs.local")) for n in (1, 2))
        for sandbox in (first, first, second, first):
            await sandbox.setup()
        assert (await first.read_file("runs.local")).split() == [number.encode()] * 3


async def test_the_factory_tells_what_it_has(home: Path, repository: Path, processes: Processes) -> None:
    factory, _ = await open_factory(home, processes, base_environment(os.environ), repository)
    available = factory.available_types()
    assert available[SandboxType.GIT_WORKTREE] is None
    assert available[SandboxType.GIT_BRANCH] is None
    assert available[SandboxType.E2B]
    backend = Backend("git_worktree", repository, "", factory.create_sandbox, lambda spec, path: None)
    with pytest.raises(SandboxError, match="dagger"):
        factory.create_sandbox(backend.spec(sandbox_type=SandboxType.DAGGER))


async def test_starting_a_program_where_the_workspace_was_deleted_does_not_delete_its_files_from_the_branch(
    backend: Backend,
) -> None:
    sandbox = backend.make(backend.spec())
    await sandbox.setup()
    shutil.rmtree(sandbox.workspace_path)
    process = await sandbox.spawn(["cat", "README.md"])
    assert await process.read() == b"hello\n"
    await sandbox.cleanup()
    assert backend.rescued(backend.spec(), "README.md") == b"hello\n"
