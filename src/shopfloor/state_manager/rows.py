"""Between frozen values and rows. Columns are named as the fields, so there is nothing to keep in step by hand.

Statements are prepared once for each shape and kept: building one costs more than running it.
"""

import dataclasses
from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import cache
from typing import Any

from sqlalchemy import Connection, Table, bindparam, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from shopfloor.errors import NotFound, WrongMove
from shopfloor.state_manager.prepared import Prepared

_KEY, _EXPECTED = "the_key", "the_expected"


def values_of(value: Any) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}


def insert_row(connection: Connection, table: Table, values: Mapping[str, Any]) -> None:
    _insertion(table, tuple(values)).run(connection, values)


def insert_once(connection: Connection, table: Table, values: Mapping[str, Any]) -> bool:
    """False where a row with this key was there before, whoever wrote it."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    statement = dialect.insert(table).values(dict(values)).on_conflict_do_nothing()
    return connection.execute(statement.returning(*table.primary_key.columns)).one_or_none() is not None


def changed_row(
    connection: Connection,
    table: Table,
    key: str,
    fields: Mapping[str, Any],
    *,
    what: str,
    expect_status: Collection[StrEnum] | None,
) -> dict[str, Any]:
    """One conditional UPDATE. Tells apart what is not there from what is in another state."""
    expected = None if expect_status is None else list(expect_status)
    statement = _change(table, tuple(sorted(fields)), None if expected is None else len(expected))
    values = {f"new_{name}": value for name, value in fields.items()}
    values |= {f"{_EXPECTED}_{number}": status for number, status in enumerate(expected or ())}
    row = statement.mapping(connection, {**values, _KEY: key})
    if row is not None:
        return row
    found = one_row(connection, table, key, what=what)
    wanted = " or ".join(sorted(expect_status or ()))
    raise WrongMove(f"The {what} {key} is {found['status']}; this needs it to be {wanted}.")


def one_row(connection: Connection, table: Table, key: str, *, what: str) -> dict[str, Any]:
    row = _by_key(table).mapping(connection, {_KEY: key})
    if row is None:
        raise NotFound(f"There is no {what} {key}.")
    return row


@cache
def _insertion(table: Table, names: tuple[str, ...]) -> Prepared:
    return Prepared(insert(table), column_keys=names)


@cache
def _by_key(table: Table) -> Prepared:
    (key_column,) = table.primary_key.columns
    return Prepared(select(table).where(key_column == bindparam(_KEY)))


@cache
def _change(table: Table, names: tuple[str, ...], expected: int | None) -> Prepared:
    (key_column,) = table.primary_key.columns
    changes = {name: bindparam(f"new_{name}", type_=table.c[name].type) for name in names}
    statement = update(table).where(key_column == bindparam(_KEY)).values(**changes)
    if expected is not None:
        statuses = [bindparam(f"{_EXPECTED}_{number}", type_=table.c.status.type) for number in range(expected)]
        statement = statement.where(table.c.status.in_(statuses))
    return Prepared(statement.returning(*table.c))
