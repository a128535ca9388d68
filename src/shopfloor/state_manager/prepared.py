"""Statements that SQLAlchemy compiles once and the driver runs: for those that an order needs by the dozen.

SQLAlchemy's own execution takes several times as long as SQLite does. What it knows stays in use: the dialect's SQL,
and the column types on the way in and out.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql import Delete, Insert, Select, Update
from sqlalchemy.sql.compiler import SQLCompiler

Statement = Select[Any] | Insert | Update | Delete
Parameters = Mapping[str, Any]
Row = tuple[Any, ...]
_NONE: Parameters = {}
_Convert = Callable[[Any], Any]


class Prepared:
    """Takes named parameters, as many as the statement has: a list that grows with its values (IN) cannot be one."""

    def __init__(self, statement: Statement, *, column_keys: Sequence[str] | None = None) -> None:
        self._statement = statement
        self._column_keys = column_keys
        self._by_dialect: dict[str, _OnDialect] = {}

    def rows(self, connection: Connection, parameters: Parameters = _NONE) -> list[Row]:
        return self._on(connection.dialect).rows(connection, parameters)

    def mapping(self, connection: Connection, parameters: Parameters) -> dict[str, Any] | None:
        """The first row by its columns' names; None where there is none."""
        return next(iter(self.mappings(connection, parameters)), None)

    def mappings(self, connection: Connection, parameters: Parameters) -> list[dict[str, Any]]:
        names = self._on(connection.dialect).names
        return [dict(zip(names, row, strict=True)) for row in self.rows(connection, parameters)]

    def run(self, connection: Connection, *parameters: Parameters) -> None:
        """Once for each of them."""
        self._on(connection.dialect).run(connection, parameters)

    def _on(self, dialect: Dialect) -> "_OnDialect":
        known = self._by_dialect.get(dialect.name)
        if known is None:
            known = self._by_dialect[dialect.name] = _OnDialect(self._statement, dialect, self._column_keys)
        return known


class _OnDialect:
    def __init__(self, statement: Statement, dialect: Dialect, column_keys: Sequence[str] | None) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=None if column_keys is None else list(column_keys))
        assert isinstance(compiled, SQLCompiler)
        assert not compiled.post_compile_params, "a list of values cannot be a parameter here"
        self._sql = compiled.string
        self._dialect = dialect
        self._is_positional = compiled.positional
        self._binds = [
            (name, compiled.binds[name].value, compiled.binds[name].type.dialect_impl(dialect).bind_processor(dialect))
            for name in (compiled.positiontup or compiled.binds)
        ]
        self._names_bound = [name for name, _, _ in self._binds]
        columns: Sequence[ColumnElement[Any]] = compiled.effective_returning or ()
        if isinstance(statement, Select):
            columns = tuple(statement.selected_columns)
        self.names = [str(column.key) for column in columns]
        self._types = [column.type.dialect_impl(dialect) for column in columns]
        self._conversions: list[tuple[int, _Convert]] | None = None

    def rows(self, connection: Connection, parameters: Parameters) -> list[Row]:
        cursor = self._execute(connection, lambda driver: driver.execute(self._sql, self._bound(parameters)))
        try:
            found: list[Row] = cursor.fetchall()
            if self._conversions is None:
                self._conversions = self._conversions_of(cursor.description)
        finally:
            cursor.close()
        return [_converted(row, self._conversions) for row in found] if self._conversions else found

    def run(self, connection: Connection, parameters: Iterable[Parameters]) -> None:
        bound = [self._bound(each) for each in parameters]
        self._execute(connection, lambda driver: driver.cursor().executemany(self._sql, bound))

    def _execute(self, connection: Connection, call: Callable[[Any], Any]) -> Any:
        try:
            return call(connection.connection.dbapi_connection)
        except self._dialect.loaded_dbapi.Error as error:
            raise DBAPIError.instance(self._sql, None, error, self._dialect.loaded_dbapi.Error) from error

    def _bound(self, parameters: Parameters) -> tuple[Any, ...] | dict[str, Any]:
        given = [parameters.get(name, default) for name, default, _ in self._binds]
        values = [
            value if value is None or convert is None else convert(value)
            for value, (_, _, convert) in zip(given, self._binds, strict=True)
        ]
        return tuple(values) if self._is_positional else dict(zip(self._names_bound, values, strict=True))

    def _conversions_of(self, description: Sequence[Sequence[Any]]) -> list[tuple[int, _Convert]]:
        """Only for the columns whose values the driver does not hand out as they are wanted."""
        processors = [
            (number, kind.result_processor(self._dialect, told[1]))
            for number, (kind, told) in enumerate(zip(self._types, description, strict=True))
        ]
        return [(number, processor) for number, processor in processors if processor is not None]


def _converted(row: Row, conversions: Sequence[tuple[int, _Convert]]) -> Row:
    values = list(row)
    for number, convert in conversions:
        if values[number] is not None:
            values[number] = convert(values[number])
    return tuple(values)
