"""Between frozen values and rows. Columns are named as the fields, so there is nothing to keep in step by hand."""

import dataclasses
from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, Table, select, update

from shopfloor.errors import NotFound, WrongMove


def values_of(value: Any) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}


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
    (key_column,) = table.primary_key.columns
    statement = update(table).where(key_column == key).values(**fields)
    if expect_status is not None:
        statement = statement.where(table.c.status.in_(expect_status))
    row = connection.execute(statement.returning(*table.c)).one_or_none()
    if row is not None:
        return row
    found = connection.execute(select(table).where(key_column == key)).one_or_none()
    if found is None:
        raise NotFound(f"There is no {what} {key}.")
    wanted = " or ".join(sorted(expect_status or ()))
    raise WrongMove(f"The {what} {key} is {found.status}; this needs it to be {wanted}.")


def one_row(connection: Connection, table: Table, key: str, *, what: str) -> Row[Any]:
    (key_column,) = table.primary_key.columns
    row = connection.execute(select(table).where(key_column == key)).one_or_none()
    if row is None:
        raise NotFound(f"There is no {what} {key}.")
    return row
