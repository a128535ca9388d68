"""How projects stand, counted by the database."""

from collections import defaultdict
from collections.abc import Collection

from sqlalchemy import Connection, func, select

from shopfloor.domain.ids import ProjectId
from shopfloor.domain.project_state import ProjectState, project_state
from shopfloor.domain.work_order import AgentWorkOrderStatus
from shopfloor.state_manager.tables import agent_work_orders as orders
from shopfloor.state_manager.tables import tasks


class ProjectStateReader:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of(self, project_ids: Collection[ProjectId]) -> dict[ProjectId, ProjectState]:
        by_status = self._orders(project_ids)
        cards = self._tasks(project_ids)
        return {each: project_state(by_status[each], cards.get(each, 0)) for each in project_ids}

    def _orders(self, project_ids: Collection[ProjectId]) -> dict[ProjectId, dict[AgentWorkOrderStatus, int]]:
        found: defaultdict[ProjectId, dict[AgentWorkOrderStatus, int]] = defaultdict(dict)
        grouped = select(orders.c.project_id, orders.c.status, func.count()).where(orders.c.project_id.in_(project_ids))
        for project_id, status, number in self._connection.execute(
            grouped.group_by(orders.c.project_id, orders.c.status)
        ):
            found[project_id][status] = number
        return found

    def _tasks(self, project_ids: Collection[ProjectId]) -> dict[ProjectId, int]:
        grouped = select(tasks.c.project_id, func.count()).where(tasks.c.project_id.in_(project_ids))
        return {row[0]: row[1] for row in self._connection.execute(grouped.group_by(tasks.c.project_id))}
