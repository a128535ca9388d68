"""A ref that is moved as a file is moved as git would, or not at all; git sees what we did, and we what it did."""

from collections.abc import Callable

import pytest
from tests.integration.git.repositories import Repository

from shopfloor.git_operations.move_ref import move_branch


@pytest.fixture
def later(bare: Repository) -> str:
    return bare.git("commit-tree", "-m", "later", "-p", "trunk", "trunk^{tree}")


def test_a_branch_is_made_and_moved(bare: Repository, later: str) -> None:
    trunk = bare.sha("trunk")
    assert move_branch(bare.path, "topic/one", trunk, None)
    assert bare.sha("topic/one") == trunk
    bare.git("pack-refs", "--all")
    assert move_branch(bare.path, "topic/one", later, trunk)
    assert bare.sha("topic/one") == later
    bare.git("update-ref", "-d", "refs/heads/topic/one", later)
    bare.git("fsck")


def _moved_meanwhile(bare: Repository) -> None:
    bare.git("update-ref", "refs/heads/topic", bare.git("commit-tree", "-m", "other", "trunk^{tree}"))


def _packed_meanwhile(bare: Repository) -> None:
    _moved_meanwhile(bare)
    bare.git("pack-refs", "--all")


def _locked(bare: Repository) -> None:
    (bare.path / "refs/heads/topic.lock").write_text("")


def _symbolic(bare: Repository) -> None:
    bare.git("symbolic-ref", "refs/heads/topic", "refs/heads/trunk")


@pytest.mark.parametrize("meanwhile", [_moved_meanwhile, _packed_meanwhile, _locked, _symbolic])
def test_a_branch_that_is_not_where_it_was_stays(
    bare: Repository, later: str, meanwhile: Callable[[Repository], None]
) -> None:
    trunk = bare.sha("trunk")
    assert move_branch(bare.path, "topic", trunk, None)
    meanwhile(bare)
    before = bare.git("for-each-ref")
    assert not move_branch(bare.path, "topic", later, trunk)
    assert bare.git("for-each-ref") == before
    assert (bare.path / "refs/heads/topic.lock").exists() == (meanwhile is _locked)


@pytest.mark.parametrize("is_packed", [False, True])
@pytest.mark.parametrize(("there", "wanted"), [("topic", "topic"), ("topic", "topic/sub"), ("topic/sub", "topic")])
def test_a_name_in_the_way_of_another_is_not_taken(bare: Repository, there: str, wanted: str, is_packed: bool) -> None:
    trunk = bare.sha("trunk")
    bare.git("branch", there, "trunk")
    if is_packed:
        bare.git("pack-refs", "--all")
    before = bare.git("for-each-ref")
    assert not move_branch(bare.path, wanted, trunk, None)
    assert bare.git("for-each-ref") == before
    assert not list(bare.path.rglob("*.lock"))
