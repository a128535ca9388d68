"""What must be true when all is over, seen from outside: git, the forge, the journal, files, the database."""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from tests.integration.survival.floor_under_fire import FloorUnderFire
from tests.integration.survival.workload import Job
from tests.support.client import ApiClient
from tests.support.repositories import branches, git

_TRAILERS = "%H%x09%T%x09{}".format(
    "%x09".join(f"%(trailers:key={key},valueonly,separator=)" for key in ("Work-Order", "Run", "Phase", "Unfinished"))
)
_ENDINGS = {"agent_work_order_completed", "agent_work_order_failed", "agent_work_order_cancelled"}


def examine(floor: FloorUnderFire, repositories: list[Path]) -> None:
    """The server is up when this begins, and has been stopped when it ends."""
    files = [OrderFile(floor.api, order) for order in floor.orders()]
    assert {file.order_id for file in files} >= set(floor.filed)
    for file in files:
        check_outcome(file, floor.filed.get(file.order_id))
        check_commits(file)
        check_journal(file, floor.audience.seen.get(file.order_id, {}))
        check_pull_request(file, floor.api)
    for repository in repositories:
        check_repository(repository, files)
    assert floor.audience.complaints == []
    assert floor.server.terminate(seconds=10.0) == 0
    assert floor.witness.survivors() == ""
    check_home(floor.server.home)
    for file in files:
        check_log_file(floor.server.home, file)
    check_database(*floor.server.database_urls)
    assert "Traceback" not in floor.server.output, floor.server.output


class OrderFile:
    """All that can be found out about one order."""

    def __init__(self, api: ApiClient, order: dict[str, Any]) -> None:
        self.order = order
        self.order_id = str(order["agent_work_order_id"])
        self.branch = order["git_branch_name"]
        self.repository = Path(order["repository_url"])
        self.events = api.events(self.order_id)
        self.known_commits = api.ok("GET", f"/agent-work-orders/{self.order_id}/commits")["commits"]
        self.commits = self._commits_in_remote()

    def _commits_in_remote(self) -> list[list[str]]:
        if self.branch is None or self.branch not in branches(self.repository):
            return []
        log = git(self.repository, "log", "--reverse", f"--format={_TRAILERS}", f"trunk..{self.branch}")
        return [line.split("\t") for line in log.splitlines()]

    @property
    def finished_phases(self) -> list[str]:
        return [phase for _, _, _, _, phase, unfinished in self.commits if not unfinished]

    def told(self, *event_types: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["type"] in event_types]


def check_outcome(file: OrderFile, job: Job | None) -> None:
    wanted = "cancelled" if job and job.stop == "cancel" else "completed"
    assert file.order["status"] == wanted, f"{job} is {file.order['status']}: {file.order['error']}"
    if job is None or wanted == "cancelled":
        return
    if job.stop is None:
        assert tuple(file.finished_phases) == job.phases, f"{job.name}: {file.commits}"
    for name, text in job.files.items():
        assert git(file.repository, "show", f"{file.branch}:{name}") == text, f"{job.name}: {name}"


def check_commits(file: OrderFile) -> None:
    made = Counter((run, phase) for _, _, _, run, phase, unfinished in file.commits if not unfinished)
    assert all(number == 1 for number in made.values()), f"committed twice: {made}"
    assert {order_id for _, _, order_id, *_ in file.commits} <= {file.order_id}
    trees = [git(file.repository, "rev-parse", "trunk^{tree}"), *(tree for _, tree, *_ in file.commits)]
    assert all(before != after for before, after in pairwise(trees)), "a commit that changes nothing"
    assert [commit["sha"] for commit in file.known_commits] == [sha for sha, *_ in file.commits], "not all was pushed"


def check_journal(file: OrderFile, seen: dict[int, dict[str, Any]]) -> None:
    assert [event["seq"] for event in file.events] == list(range(1, len(file.events) + 1))
    by_number = {event["seq"]: event for event in file.events}
    for seq, event in seen.items():
        assert by_number.get(seq) == event, f"{file.order_id}: a client had seen {event}"
    told = Counter(event["git_commit_sha"] for event in file.told("git_commit_created", "git_work_rescued"))
    assert told == Counter(sha for sha, *_ in file.commits), "each commit is told of once"
    ends = Counter(event.get("run_id") for event in file.told(*_ENDINGS))
    assert all(number == 1 for number in ends.values()), f"ended twice: {ends}"
    phases = Counter((event["run_id"], event["phase"]) for event in file.told("workflow_phase_completed"))
    assert all(number == 1 for number in phases.values()), f"a phase ended twice: {phases}"


def check_pull_request(file: OrderFile, api: ApiClient) -> None:
    number = file.order["pull_request_number"]
    assert (number is not None) == bool(file.commits)
    assert [event["pull_request_number"] for event in file.told("github_pull_request_created")] == (
        [number] if number else []
    )
    if number:
        pull_request = api.ok("GET", f"/agent-work-orders/{file.order_id}/pull-request")
        assert (pull_request["head_branch"], pull_request["state"]) == (file.branch, "open")


def check_repository(repository: Path, files: list[OrderFile]) -> None:
    """One branch an order and no other; pull requests numbered without a gap, so there is none that nobody knows."""
    with_commits = [file for file in files if file.repository == repository and file.commits]
    assert sorted(branches(repository)) == sorted(["trunk", *(file.branch for file in with_commits)])
    numbers = sorted(file.order["pull_request_number"] for file in with_commits)
    assert numbers == list(range(1, len(numbers) + 1))
    git(repository, "fsck", "--connectivity-only", "--no-dangling")
    assert not list(repository.rglob("*.lock"))


def check_log_file(home: Path, file: OrderFile) -> None:
    (path,) = home.glob(f"logs/agent_work_orders/*/{file.order_id}.jsonl")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["seq"] for line in lines] == [event["seq"] for event in file.events]


def check_home(home: Path) -> None:
    """Nothing lies about: no sandbox of an ended order, no lock of a git that was killed."""
    assert list(home.glob("sandboxes/*/workspace")) == []
    for mirror in (home / "repositories").glob("*.git"):
        git(mirror, "fsck", "--connectivity-only", "--no-dangling")
        assert not list(mirror.rglob("*.lock"))


def check_database(database_url: str, engine_url: str) -> None:
    ended = {"completed", "failed", "cancelled", "paused"}
    assert set(_column(database_url, "SELECT status FROM runs")) <= ended
    workflows = "dbos.workflow_status" if engine_url.startswith("postgres") else "workflow_status"
    assert set(_column(engine_url, f"SELECT status FROM {workflows}")) == {"SUCCESS"}


def _column(url: str, query: str) -> list[str]:
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"), poolclass=sa.NullPool)
    with engine.connect() as connection:
        return [row[0] for row in connection.execute(sa.text(query))]
