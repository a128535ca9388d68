"""What every pull request store promises. A store's test module subclasses this and supplies the `store` fixture."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from shopfloor.domain.ids import RepositoryKey
from shopfloor.domain.pull_request import PullRequestState
from shopfloor.errors import NotFound, WrongMove
from shopfloor.forge.forge_protocol import NewPullRequest
from shopfloor.forge.pull_request_store import PullRequestChanges, PullRequestStore

HERE, ELSEWHERE = RepositoryKey("team-shop-0123"), RepositoryKey("team-other-4567")
NOON = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
LATER = NOON + timedelta(minutes=5)
MERGED = PullRequestChanges(state=PullRequestState.MERGED, merged_at=LATER, merge_commit_sha="a" * 40)


def new(
    head: str = "feat-x", *, title: str = "Add login", body: str = "Text.", is_draft: bool = True
) -> NewPullRequest:
    return NewPullRequest(title, body, head, "trunk", is_draft)


class PullRequestStoreContract:
    async def test_what_is_opened_can_be_got(self, store: PullRequestStore) -> None:
        opened = await store.open(HERE, new(title="Grüße 日本", body="a\nb"), NOON)
        assert await store.get(HERE, 1) == opened
        assert opened.pull_request_number == 1
        assert (opened.pull_request_title, opened.pull_request_body) == ("Grüße 日本", "a\nb")
        assert (opened.head_branch, opened.base_branch) == ("feat-x", "trunk")
        assert (opened.state, opened.is_draft) == (PullRequestState.OPEN, True)
        assert (opened.created_at, opened.updated_at) == (NOON, NOON)
        assert (opened.merged_at, opened.merge_commit_sha, opened.pull_request_url) == (None, None, "")

    async def test_numbers_start_at_one_in_each_repository_without_gaps(self, store: PullRequestStore) -> None:
        here = [(await store.open(HERE, new(f"feat-{n}"), NOON)).pull_request_number for n in range(3)]
        elsewhere = await store.open(ELSEWHERE, new(), NOON)
        assert (here, elsewhere.pull_request_number) == ([1, 2, 3], 1)

    async def test_opening_twice_finds_the_first_unchanged(self, store: PullRequestStore) -> None:
        first = await store.open(HERE, new(), NOON)
        assert await store.open(HERE, new(title="Another"), LATER) == first

    async def test_racing_openers_get_the_same_one(self, store: PullRequestStore) -> None:
        opened = await asyncio.gather(*(store.open(HERE, new(), NOON) for _ in range(10)))
        others = await asyncio.gather(*(store.open(HERE, new(f"feat-{n}"), NOON) for n in range(10)))
        assert {found.pull_request_number for found in opened} == {1}
        assert {found.pull_request_number for found in others} == set(range(2, 12))

    async def test_after_a_merge_the_branch_can_have_another(self, store: PullRequestStore) -> None:
        await store.open(HERE, new(), NOON)
        await store.update(HERE, 1, MERGED, LATER)
        again = await store.open(HERE, new(), LATER)
        assert again.pull_request_number == 2
        assert await store.find(HERE, "feat-x") == again

    async def test_what_is_not_there_is_not_found(self, store: PullRequestStore) -> None:
        await store.open(HERE, new(), NOON)
        for key, number in ((HERE, 0), (HERE, 2), (HERE, -1), (ELSEWHERE, 1)):
            with pytest.raises(NotFound):
                await store.get(key, number)
            with pytest.raises(NotFound):
                await store.update(key, number, PullRequestChanges(is_draft=False), LATER)
        assert await store.find(HERE, "feat-y") is None
        assert await store.find(ELSEWHERE, "feat-x") is None

    async def test_only_what_is_given_changes(self, store: PullRequestStore) -> None:
        opened = await store.open(HERE, new(), NOON)
        changed = await store.update(HERE, 1, PullRequestChanges(pull_request_body=""), LATER)
        assert await store.get(HERE, 1) == changed
        assert (changed.pull_request_title, changed.pull_request_body) == (opened.pull_request_title, "")
        assert (changed.is_draft, changed.created_at, changed.updated_at) == (True, NOON, LATER)
        ready = await store.update(HERE, 1, PullRequestChanges(is_draft=False), LATER)
        assert (ready.is_draft, ready.pull_request_body) == (False, "")

    async def test_a_merge_is_remembered(self, store: PullRequestStore) -> None:
        await store.open(HERE, new(), NOON)
        await store.update(HERE, 1, MERGED, LATER, expect_state=PullRequestState.OPEN)
        merged = await store.get(HERE, 1)
        assert (merged.state, merged.merged_at, merged.merge_commit_sha) == (PullRequestState.MERGED, LATER, "a" * 40)

    async def test_an_unexpected_state_changes_nothing(self, store: PullRequestStore) -> None:
        await store.open(HERE, new(), NOON)
        merged = await store.update(HERE, 1, MERGED, LATER)
        with pytest.raises(WrongMove, match="merged"):
            await store.update(
                HERE, 1, PullRequestChanges(pull_request_title="x"), LATER, expect_state=PullRequestState.OPEN
            )
        assert await store.get(HERE, 1) == merged

    async def test_of_racing_mergers_one_wins(self, store: PullRequestStore) -> None:
        await store.open(HERE, new(), NOON)
        done = await asyncio.gather(
            *(store.update(HERE, 1, MERGED, LATER, expect_state=PullRequestState.OPEN) for _ in range(5)),
            return_exceptions=True,
        )
        assert sum(isinstance(outcome, WrongMove) for outcome in done) == 4
