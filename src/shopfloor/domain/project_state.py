"""How a project stands: its work orders by what they are doing, and the tasks on its board."""

from collections.abc import Mapping
from dataclasses import dataclass

from shopfloor.domain.work_order import AgentWorkOrderStatus as Status


@dataclass(frozen=True, slots=True)
class ProjectState:
    orders: int = 0
    queued: int = 0
    running: int = 0
    needs_you: int = 0
    paused: int = 0
    failed: int = 0
    tasks: int = 0

    @property
    def under_way(self) -> int:
        return self.queued + self.running + self.needs_you


def project_state(orders: Mapping[Status, int], tasks: int) -> ProjectState:
    return ProjectState(
        orders=sum(orders.values()),
        queued=orders.get(Status.PENDING, 0),
        running=orders.get(Status.RUNNING, 0),
        needs_you=orders.get(Status.WAITING, 0),
        paused=orders.get(Status.PAUSED, 0),
        failed=orders.get(Status.FAILED, 0),
        tasks=tasks,
    )


@dataclass(frozen=True, slots=True)
class Departure:
    """What became of what a project had, when it was forgotten."""

    state: ProjectState
    secrets: int

    def __str__(self) -> str:
        kept = f"{_counted(self.state.orders, 'work order')} kept, without a project"
        if self.state.under_way:
            kept += f"; {self.state.under_way} of them under way: what runs goes on, then the floor's defaults hold"
        gone = f"{_counted(self.state.tasks, 'task')} and {_counted(self.secrets, 'secret')} removed"
        return f"{kept}. {gone}. Branches and pull requests stay."


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
