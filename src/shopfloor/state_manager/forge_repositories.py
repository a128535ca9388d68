"""Under which names we know a forge's repositories: their number stays when they are renamed or change hands."""

from sqlalchemy import Connection, select

from shopfloor.domain.ids import RepositoryKey
from shopfloor.state_manager.rows import insert_once
from shopfloor.state_manager.tables import forge_repositories as table


class ForgeRepositoryReader:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def keys_of(self, host: str, number: int) -> frozenset[RepositoryKey]:
        same = select(table.c.repository_key).where(table.c.host == host, table.c.number == number)
        return frozenset(self._connection.execute(same).scalars())


class ForgeRepositories(ForgeRepositoryReader):
    def remember(self, host: str, number: int, repository_key: RepositoryKey) -> None:
        insert_once(self._connection, table, {"host": host, "number": number, "repository_key": repository_key})
