"""Who may start next: the queue's rules, pure."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from shopfloor.domain.ids import AgentWorkOrderId, RepositoryKey, RunId


@dataclass(frozen=True, slots=True)
class Candidate:
    run_id: RunId
    agent_work_order_id: AgentWorkOrderId
    repository_key: RepositoryKey
    exclusive: bool


class _Floor:
    """What runs, counted."""

    def __init__(self) -> None:
        self.total = 0
        self.per_repository: Counter[RepositoryKey] = Counter()
        self.exclusive: set[RepositoryKey] = set()
        self.orders: set[AgentWorkOrderId] = set()

    def add(self, run: Candidate) -> None:
        self.total += 1
        self.per_repository[run.repository_key] += 1
        self.orders.add(run.agent_work_order_id)
        if run.exclusive:
            self.exclusive.add(run.repository_key)

    def admits(self, run: Candidate, per_repository_limit: int) -> bool:
        return (
            self.per_repository[run.repository_key] < per_repository_limit
            and not (run.exclusive and run.repository_key in self.exclusive)
            and run.agent_work_order_id not in self.orders
        )


def choose_runs(
    *, running: Iterable[Candidate], queued: Iterable[Candidate], global_limit: int, per_repository_limit: int
) -> list[RunId]:
    """Of the queued runs, in their turn, those that fit: a blocked one does not hold up the ones behind it."""
    floor = _Floor()
    for run in running:
        floor.add(run)
    chosen = []
    for run in queued:
        if floor.total >= global_limit:
            break
        if floor.admits(run, per_repository_limit):
            floor.add(run)
            chosen.append(run.run_id)
    return chosen
