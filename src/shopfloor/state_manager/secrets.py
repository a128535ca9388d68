"""Sealed secrets in the database. Nothing here can open them."""

from sqlalchemy import Connection, delete, select

from shopfloor.domain.secret import SecretScope, StoredSecret
from shopfloor.state_manager.clock import Clock
from shopfloor.state_manager.rows import insert_row
from shopfloor.state_manager.tables import secrets as table


class SecretReader:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def sealed(self, scope: SecretScope, name: str) -> str | None:
        statement = select(table.c.sealed).where(table.c.scope == scope, table.c.name == name)
        return self._connection.execute(statement).scalar_one_or_none()

    def list(self, scope: SecretScope | None = None) -> list[StoredSecret]:
        statement = select(table.c.name, table.c.scope, table.c.updated_at).order_by(table.c.scope, table.c.name)
        if scope is not None:
            statement = statement.where(table.c.scope == scope)
        return [StoredSecret(**row._mapping) for row in self._connection.execute(statement)]


class Secrets(SecretReader):
    def __init__(self, connection: Connection, clock: Clock) -> None:
        super().__init__(connection)
        self._clock = clock

    def put(self, scope: SecretScope, name: str, sealed: str) -> StoredSecret:
        self.remove(scope, name)
        stored = StoredSecret(name, scope, self._clock())
        insert_row(
            self._connection, table, {"scope": scope, "name": name, "sealed": sealed, "updated_at": stored.updated_at}
        )
        return stored

    def remove(self, scope: SecretScope, name: str) -> bool:
        mine = (table.c.scope == scope) & (table.c.name == name)
        return bool(self._connection.execute(delete(table).where(mine)).rowcount)

    def remove_all(self, scope: SecretScope) -> None:
        self._connection.execute(delete(table).where(table.c.scope == scope))
