"""Pull requests of local repositories in the database: the local forge's durable memory."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, bindparam, func, select, update

from shopfloor.domain.ids import RepositoryKey
from shopfloor.domain.pull_request import PullRequest, PullRequestState
from shopfloor.forge.forge_protocol import NewPullRequest
from shopfloor.forge.pull_request_store import PullRequestChanges, pull_request_not_found, require_state
from shopfloor.state_manager.prepared import Prepared
from shopfloor.state_manager.rows import insert_row
from shopfloor.state_manager.tables import pull_requests as table

if TYPE_CHECKING:
    from shopfloor.state_manager.store import Store

_COLUMNS = tuple(column for column in table.c if column.name != "repository_key")
_OF_REPOSITORY = table.c.repository_key == bindparam("the_repository")
_THIS_ONE = (_OF_REPOSITORY, table.c.pull_request_number == bindparam("the_number"))
_BY_NUMBER = Prepared(select(*_COLUMNS).where(*_THIS_ONE))
_CHANGE = Prepared(
    update(table)
    .where(*_THIS_ONE)
    .values({column: bindparam(f"new_{column.name}", type_=column.type) for column in _COLUMNS})
    .returning(*_COLUMNS)
)
_BY_HEAD = Prepared(
    select(*_COLUMNS)
    .where(_OF_REPOSITORY, table.c.head_branch == bindparam("the_head"))
    .order_by(table.c.pull_request_number.desc())
    .limit(1)
)
_LAST_NUMBER = Prepared(select(func.max(table.c.pull_request_number)).where(_OF_REPOSITORY))


class PullRequestReader:
    """Knows no addresses: `pull_request_url` is left to the forge."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, repository_key: RepositoryKey, number: int) -> PullRequest:
        row = _BY_NUMBER.mapping(self._connection, {"the_repository": repository_key, "the_number": number})
        if row is None:
            raise pull_request_not_found(number)
        return _pull_request(row)

    def find(self, repository_key: RepositoryKey, head_branch: str) -> PullRequest | None:
        row = _BY_HEAD.mapping(self._connection, {"the_repository": repository_key, "the_head": head_branch})
        return None if row is None else _pull_request(row)


def _pull_request(row: Mapping[str, Any]) -> PullRequest:
    lists = {name: row[name] or () for name in ("labels", "reviewers")}
    return PullRequest(pull_request_url="", **{**row, **lists})


class PullRequests(PullRequestReader):
    def open(self, repository_key: RepositoryKey, new: NewPullRequest, at: datetime) -> PullRequest:
        known = self.find(repository_key, new.head_branch)
        if known is not None and known.state is PullRequestState.OPEN:
            return known
        number = self._next_number(repository_key)
        values = {
            "repository_key": repository_key,
            "pull_request_number": number,
            "pull_request_title": new.title,
            "pull_request_body": new.body,
            "head_branch": new.head_branch,
            "base_branch": new.base_branch,
            "state": PullRequestState.OPEN,
            "is_draft": new.is_draft,
            "created_at": at,
            "updated_at": at,
        }
        insert_row(self._connection, table, values)
        return self.get(repository_key, number)

    def update(
        self,
        repository_key: RepositoryKey,
        number: int,
        changes: PullRequestChanges,
        at: datetime,
        *,
        expect_state: PullRequestState | None = None,
    ) -> PullRequest:
        current = self.get(repository_key, number)
        require_state(current, expect_state)
        changed = changes.apply_to(current, at)
        values = {f"new_{column.name}": getattr(changed, column.name) for column in _COLUMNS}
        (row,) = _CHANGE.mappings(self._connection, {**values, "the_repository": repository_key, "the_number": number})
        return _pull_request(row)

    def rename_head(self, repository_key: RepositoryKey, number: int, head_branch: str, at: datetime) -> None:
        mine = (table.c.repository_key == repository_key) & (table.c.pull_request_number == number)
        self._connection.execute(update(table).where(mine).values(head_branch=head_branch, updated_at=at))

    def _next_number(self, repository_key: RepositoryKey) -> int:
        ((last,),) = _LAST_NUMBER.rows(self._connection, {"the_repository": repository_key})
        return (last or 0) + 1


class SqlPullRequestStore:
    """The forge's PullRequestStore over the database."""

    def __init__(self, store: "Store") -> None:
        self._store = store

    async def open(self, repository_key: RepositoryKey, new: NewPullRequest, at: datetime) -> PullRequest:
        return await self._store.write(lambda tx: tx.pull_requests.open(repository_key, new, at))

    async def get(self, repository_key: RepositoryKey, number: int) -> PullRequest:
        return await self._store.read(lambda reader: reader.pull_requests.get(repository_key, number))

    async def find(self, repository_key: RepositoryKey, head_branch: str) -> PullRequest | None:
        return await self._store.read(lambda reader: reader.pull_requests.find(repository_key, head_branch))

    async def update(
        self,
        repository_key: RepositoryKey,
        number: int,
        changes: PullRequestChanges,
        at: datetime,
        *,
        expect_state: PullRequestState | None = None,
    ) -> PullRequest:
        return await self._store.write(
            lambda tx: tx.pull_requests.update(repository_key, number, changes, at, expect_state=expect_state)
        )
