import pytest

from shopfloor.domain.ids import AgentWorkOrderId, RepositoryKey, RunId
from shopfloor.state_manager.run_queue import Candidate, choose_runs


def candidates(text: str) -> list[Candidate]:
    """ "a1 b2!" is run a1 of repository a and, exclusive, b2 of repository b; each of its own order."""
    return [
        Candidate(RunId(word.strip("!")), AgentWorkOrderId(word.strip("!")), RepositoryKey(word[0]), word.endswith("!"))
        for word in text.split()
    ]


@pytest.mark.parametrize(
    ("running", "queued", "global_limit", "per_repository_limit", "chosen"),
    [
        ("", "", 8, 8, ""),
        ("", "a1 a2 a3", 2, 8, "a1 a2"),
        ("a1", "a2 a3", 2, 8, "a2"),
        ("a1 a2", "a3", 2, 8, ""),
        ("a1 a2 a3", "a4", 2, 8, ""),
        ("", "a1 a2 b1", 8, 1, "a1 b1"),
        ("a1", "a2 b1 b2 c1", 3, 1, "b1 c1"),
        ("", "a1! a2! b1!", 8, 8, "a1 b1"),
        ("a1!", "a2! a3", 8, 8, "a3"),
        ("a1", "a2!", 8, 8, "a2"),
        ("a1", "a1 b1", 8, 8, "b1"),
        ("", "a1 b1", 0, 8, ""),
        ("", "a1 b1", 8, 0, ""),
    ],
)
def test_who_may_start(running: str, queued: str, global_limit: int, per_repository_limit: int, chosen: str) -> None:
    runs = choose_runs(
        running=candidates(running),
        queued=candidates(queued),
        global_limit=global_limit,
        per_repository_limit=per_repository_limit,
    )
    assert runs == chosen.split()
