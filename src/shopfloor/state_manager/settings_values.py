"""What was set while the server ran, over the environment and the file."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from shopfloor.state_manager.tables import settings as table

Json = object


class SettingsReader:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get_all(self) -> dict[str, Any]:
        rows = self._connection.execute(select(table).order_by(table.c.name))
        return {row.name: row.value for row in rows}


class SettingsValues(SettingsReader):
    def put(self, values: Mapping[str, Json]) -> None:
        """Sets each name given; None takes a name back to its default. Names not given stay."""
        if not values:
            return
        self._connection.execute(delete(table).where(table.c.name.in_(values)))
        rows = [{"name": name, "value": value} for name, value in values.items() if value is not None]
        if rows:
            self._connection.execute(insert(table), rows)
