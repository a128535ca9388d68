"""Statements on the driver itself behave as those of SQLAlchemy do."""

import pytest
from sqlalchemy import bindparam, or_, select
from tests.support.work_orders import NOON, an_order

from shopfloor.domain.work_order import Author, Usage
from shopfloor.errors import StateError
from shopfloor.state_manager.database import Database
from shopfloor.state_manager.prepared import Prepared
from shopfloor.state_manager.rows import insert_row, values_of
from shopfloor.state_manager.tables import agent_work_orders as table

_EVERYTHING = select(table).where(table.c.agent_work_order_id == bindparam("the_order"))


async def test_rows_hold_the_same_values(database: Database) -> None:
    order = an_order(title="100% 'done' \0", author=Author("Ada", "ada@example.org"), usage=Usage(1, 2, 3, 0.25))
    await database.write(lambda connection: insert_row(connection, table, values_of(order)))
    key = {"the_order": order.agent_work_order_id}
    ours = await database.read(lambda connection: Prepared(_EVERYTHING).mapping(connection, key))
    theirs = await database.read(lambda connection: connection.execute(_EVERYTHING, key).one()._asdict())
    assert ours == theirs
    assert ours is not None
    assert ours["created_at"] == NOON


async def test_a_parameter_may_stand_twice(database: Database) -> None:
    order = an_order(title="twice")
    await database.write(lambda connection: insert_row(connection, table, values_of(order)))
    both = or_(table.c.title == bindparam("text"), table.c.agent == bindparam("text"))
    rows = await database.read(lambda connection: Prepared(select(table.c.title).where(both)).rows(connection, _TWICE))
    assert rows == [("twice",)]


_TWICE = {"text": "twice"}


async def test_what_the_driver_refuses_is_an_error_of_ours(database: Database) -> None:
    values = values_of(an_order())
    await database.write(lambda connection: insert_row(connection, table, values))
    with pytest.raises(StateError):
        await database.write(lambda connection: insert_row(connection, table, values))


async def test_a_list_of_values_is_no_parameter(database: Database) -> None:
    some = Prepared(select(table.c.title).where(table.c.title.in_(bindparam("titles", expanding=True))))
    with pytest.raises(AssertionError):
        await database.read(lambda connection: some.rows(connection, {"titles": ["a", "b"]}))
