"""Transactions of SQLite on connections that stay open, one for each thread.

What SQLAlchemy does around a transaction takes several times as long as what most of ours do in it.
"""

import sqlite3
import threading
from types import TracebackType

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError


class SqliteTransactions:
    """To be used as an engine is: `with transactions.begin() as connection`."""

    def __init__(self, engine: Engine, begin: str) -> None:
        self._engine = engine
        self._begin = begin
        self._mine = threading.local()
        self._all: list[Connection] = []

    def begin(self) -> "_Transaction":
        connection: Connection | None = getattr(self._mine, "connection", None)
        if connection is None:
            connection = self._mine.connection = self._engine.connect()
            self._all.append(connection)
        return _Transaction(connection, self._begin)

    def dispose(self) -> None:
        """When no thread uses one any more."""
        for connection in self._all:
            connection.close()
        self._all.clear()
        self._engine.dispose()


class _Transaction:
    def __init__(self, connection: Connection, begin: str) -> None:
        self._connection = connection
        self._driver: sqlite3.Connection = connection.connection.driver_connection  # type: ignore[assignment]
        self._begin = begin

    def __enter__(self) -> Connection:
        self._execute(self._begin)
        return self._connection

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self._roll_back()
            return
        try:
            self._end("COMMIT")
        except BaseException:
            self._roll_back()
            raise
        self._connection.commit()

    def _roll_back(self) -> None:
        self._connection.rollback()
        self._end("ROLLBACK")

    def _end(self, statement: str) -> None:
        """Unless that was done through SQLAlchemy, as a migration does."""
        if self._driver.in_transaction:
            self._execute(statement)

    def _execute(self, statement: str) -> None:
        try:
            self._driver.execute(statement).close()
        except sqlite3.Error as error:
            raise DBAPIError.instance(statement, None, error, sqlite3.Error) from error
