"""The database off the event loop: one thread writes, a few read.

All writes of a process take turns in one thread, on Postgres also those of other processes (an advisory lock). So a
transaction never meets a conflict, and what is announced after a commit is announced in the order of the commits.
"""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError

from shopfloor.errors import DatabaseUnavailable, StateError
from shopfloor.state_manager.engines import Transactions, open_database, parse_database_url
from shopfloor.state_manager.migrate import migrate

T = TypeVar("T")


@contextmanager
def translated_errors() -> Iterator[None]:
    """The one place where the driver's errors become ours."""
    try:
        yield
    except (OperationalError, InterfaceError) as error:
        raise DatabaseUnavailable(f"The database did not answer: {_gist(error)}") from error
    except SQLAlchemyError as error:
        raise StateError(f"The database refused: {_gist(error)}") from error


def _gist(error: SQLAlchemyError) -> str:
    cause = error.orig if isinstance(error, DBAPIError) else error
    lines = str(cause).strip().splitlines()
    return lines[0] if lines else type(cause).__name__


class Database:
    """Runs functions in a transaction. `work` runs in a thread and must touch nothing but its connection."""

    def __init__(self, url: str, *, readers: int = 4) -> None:
        self.url = parse_database_url(url)
        with translated_errors():
            self._writing, self._reading = open_database(self.url, readers=readers)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="database-writer")
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="database-reader")

    async def migrate(self) -> None:
        await self.write(migrate)

    async def read(self, work: Callable[[Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, partial(_in_transaction, self._reading, work, None))

    async def write(self, work: Callable[[Connection], T], *, committed: Callable[[], None] | None = None) -> T:
        """`committed` is called in the writing thread right after the commit, even if the caller was cancelled."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writer, partial(_in_transaction, self._writing, work, committed))

    async def close(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, self._close)

    def _close(self) -> None:
        self._writer.shutdown()
        self._readers.shutdown()
        self._reading.dispose()
        self._writing.dispose()


def _in_transaction(
    transactions: Transactions, work: Callable[[Connection], T], committed: Callable[[], None] | None
) -> T:
    with translated_errors():
        with transactions.begin() as connection:
            result = work(connection)
        if committed is not None:
            committed()
        return result
