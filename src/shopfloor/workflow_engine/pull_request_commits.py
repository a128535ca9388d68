"""Which of an order's commits its pull request is for: work that goes on after a merge gets another one."""

from collections.abc import Sequence

from shopfloor.domain.events import EventType
from shopfloor.domain.work_order import AgentWorkOrder
from shopfloor.git_operations.commit_log import CommitInfo
from shopfloor.state_manager.store import Reader


def pull_request_key(number: int) -> str:
    """Under which the event that tells of a pull request is recorded once."""
    return f"pull-request:{number}"


def last_merged(tx: Reader, order: AgentWorkOrder) -> str | None:
    """The last commit that was merged before the order's pull request was opened."""
    if order.pull_request_number is None:
        return None
    created = tx.journal.recorded(order.agent_work_order_id, pull_request_key(order.pull_request_number))
    sha = created.payload.get("merged_before") if created is not None else None
    return None if sha is None else str(sha)


def last_pushed(tx: Reader, order: AgentWorkOrder) -> str | None:
    pushes = tx.journal.newest(order.agent_work_order_id, 1, [EventType.GIT_PUSH_COMPLETED])
    return str(pushes[0].payload["git_commit_sha"]) if pushes else None


def commits_after(commits: Sequence[CommitInfo], sha: str | None) -> list[CommitInfo]:
    """All of them where that commit is none of them: somebody else may have put it on the branch."""
    shas = [commit.sha for commit in commits]
    return list(commits[shas.index(sha) + 1 :] if sha in shas else commits)
