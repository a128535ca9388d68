import pytest
from tests.contract.pull_request_store_contract import PullRequestStoreContract

from shopfloor.forge.pull_request_store import InMemoryPullRequestStore, PullRequestStore


class TestInMemoryPullRequestStore(PullRequestStoreContract):
    @pytest.fixture
    def store(self) -> PullRequestStore:
        return InMemoryPullRequestStore()
