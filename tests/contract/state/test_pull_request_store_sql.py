import pytest
from tests.contract.pull_request_store_contract import PullRequestStoreContract

from shopfloor.event_journal.hub import JournalHub
from shopfloor.forge.pull_request_store import PullRequestStore
from shopfloor.state_manager.database import Database
from shopfloor.state_manager.pull_requests import SqlPullRequestStore
from shopfloor.state_manager.store import Store


class TestSqlPullRequestStore(PullRequestStoreContract):
    @pytest.fixture
    def store(self, database: Database) -> PullRequestStore:
        return SqlPullRequestStore(Store(database, JournalHub()))
