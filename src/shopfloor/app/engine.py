"""The durable engine of a floor that has a worker."""

from shopfloor.home import Home
from shopfloor.settings import Settings
from shopfloor.workflow_engine.durable_engine import DurableEngine


def make_engine(settings: Settings, home: Home, worker_id: str) -> DurableEngine:
    from shopfloor.workflow_engine.dbos_engine import DbosEngine  # imported late: most commands carry nothing out

    return DbosEngine(worker_id=worker_id, database_url=settings.database_url or home.engine_database_url)
