"""Durable execution on DBOS, behind one class. Nothing else in the package knows DBOS.

A run is one DBOS workflow whose id is the run id, so that starting it twice is once, and one that a dead process was
carrying out is carried out again by the next. How far it had come is written in the run itself, in the transaction
that records each turn: a second checkpoint in the engine's own database could only disagree with that.

A cancelled asyncio task (the server is stopping) leaves the workflow pending, and the next process takes it up.
"""

import asyncio
import contextlib
import logging
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import sqlalchemy as sa
from dbos import DBOS, DBOSConfig, SetWorkflowID, WorkflowSerializationFormat

from shopfloor.domain.ids import RunId
from shopfloor.workflow_engine.durable_engine import EngineState, RunWork

_WORKFLOW = "carry_out_run"
_THREADS = 8
"""DBOS would take 64, and so many threads that wake for a moment each cost a third of the CPU of an order."""
_APPLICATION_VERSION = "1"
"""Fixed, because by default DBOS hashes the source, and any edit would strand the runs in flight."""


class DbosEngine:
    def __init__(self, *, worker_id: str, database_url: str) -> None:
        self._worker_id = worker_id
        self._url = database_url
        self._workflow: Any = None

    async def launch(self, work: RunWork) -> None:
        """Called on the loop that serves: DBOS runs recovered workflows on the loop it was launched from."""
        for name in ("dbos", "alembic"):
            logging.getLogger(name).setLevel(logging.ERROR)
        config = DBOSConfig(
            name="shopfloor",
            executor_id=self._worker_id,
            application_version=_APPLICATION_VERSION,
            log_level="ERROR",
            scheduler_polling_interval_sec=3600.0,
            max_executor_threads=_THREADS,
        )
        config["system_database_url"] = self._url
        if not self._url.startswith("sqlite"):
            self._launch(config, work)
            return
        config["system_database_engine"] = engine = _sqlite_engine(self._url)
        with _whole_migrations(engine):
            self._launch(config, work)

    def _launch(self, config: DBOSConfig, work: RunWork) -> None:
        DBOS(config=config)
        self._workflow = DBOS.workflow(
            name=_WORKFLOW, max_recovery_attempts=None, serialization_type=WorkflowSerializationFormat.PORTABLE
        )(_workflow_over(work))
        DBOS.launch()

    async def start(self, run_id: RunId) -> None:
        with SetWorkflowID(run_id):
            await DBOS.start_workflow_async(self._workflow, run_id)

    async def recover(self, run_ids: Collection[RunId]) -> None:
        """Whose they were, DBOS knows best: a process that was taking them over may have died before it had."""
        statuses = [await DBOS.get_workflow_status_async(run_id) for run_id in run_ids]
        dead = {status.executor_id for status in statuses if status is not None and status.executor_id}
        dead.discard(self._worker_id)
        if dead:
            await asyncio.to_thread(DBOS._recover_pending_workflows, sorted(dead))

    async def state_of(self, run_id: RunId) -> EngineState:
        status = await DBOS.get_workflow_status_async(run_id)
        if status is None:
            return EngineState.UNKNOWN
        return EngineState.UNDER_WAY if status.status in ("PENDING", "ENQUEUED", "DELAYED") else EngineState.ENDED

    async def close(self) -> None:
        """DBOS makes its thread pool the loop's default and takes it down with itself: the loop gets a new one before.

        Others use threads until the very end, such as the writer of the log files.
        """
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor())
        with ThreadPoolExecutor(1) as own:
            await loop.run_in_executor(own, partial(DBOS.destroy, destroy_registry=True))


def _workflow_over(work: RunWork) -> Any:
    async def carry_out_run(run_id: RunId) -> None:
        await work.carry_out(run_id)

    return carry_out_run


@contextlib.contextmanager
def _whole_migrations(engine: sa.Engine) -> Iterator[None]:
    """Left alone, sqlite3 commits every CREATE TABLE by itself: a kill in between would ruin the database for good."""

    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    sa.event.listen(engine, "begin", begin)
    try:
        yield
    finally:
        sa.event.remove(engine, "begin", begin)


def _sqlite_engine(url: str) -> sa.Engine:
    engine = sa.create_engine(url, connect_args={"timeout": 30.0, "check_same_thread": False})

    @sa.event.listens_for(engine, "connect")
    def _tune(connection: Any, _record: Any) -> None:
        connection.isolation_level = "IMMEDIATE"
        for pragma in (
            "foreign_keys=ON",
            "journal_mode=WAL",
            "synchronous=NORMAL",
            "busy_timeout=30000",
            "cache_size=-512",
        ):
            connection.execute(f"PRAGMA {pragma}")

    return engine
