"""Between frozen values and rows. Columns are named as the fields, so there is nothing to keep in step by hand.

Statements are built once for each shape and kept: building one costs more than running it.
"""

import dataclasses
from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import cache
from typing import Any

from sqlalchemy import Connection, Insert, Row, Select, Table, Update, bindparam, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from shopfloor.errors import NotFound, WrongMove

_KEY, _EXPECTED = "the_key", "the_expected"


def values_of(value: Any) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}


def insert_row(connection: Connection, table: Table, values: Mapping[str, Any]) -> None:
    connection.execute(_insertion(table), dict(values))


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
) -> Row[Any]:
    """One conditional UPDATE. Tells apart what is not there from what is in another state."""
    statement = _change(table, tuple(sorted(fields)), expect_status is not None)
    values = {f"new_{name}": value for name, value in fields.items()}
    if expect_status is not None:
        values[_EXPECTED] = list(expect_status)
    row = connection.execute(statement, {**values, _KEY: key}).one_or_none()
    if row is not None:
        return row
    found = one_row(connection, table, key, what=what)
    wanted = " or ".join(sorted(expect_status or ()))
    raise WrongMove(f"The {what} {key} is {found.status}; this needs it to be {wanted}.")


def one_row(connection: Connection, table: Table, key: str, *, what: str) -> Row[Any]:
    row = connection.execute(_by_key(table), {_KEY: key}).one_or_none()
    if row is None:
        raise NotFound(f"There is no {what} {key}.")
    return row


@cache
def _insertion(table: Table) -> Insert:
    return insert(table)


@cache
def _by_key(table: Table) -> Select[Any]:
    (key_column,) = table.primary_key.columns
    return select(table).where(key_column == bindparam(_KEY))


@cache
def _change(table: Table, names: tuple[str, ...], is_conditional: bool) -> Update:
    (key_column,) = table.primary_key.columns
    changes = {name: bindparam(f"new_{name}", type_=table.c[name].type) for name in names}
    statement = update(table).where(key_column == bindparam(_KEY)).values(**changes)
    if is_conditional:
        statement = statement.where(table.c.status.in_(bindparam(_EXPECTED, expanding=True)))
    return statement.returning(*table.c)
