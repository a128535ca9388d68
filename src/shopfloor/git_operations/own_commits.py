"""What the log will tell of a commit that we have just made, without asking git for it."""

from datetime import UTC, datetime
from pathlib import Path

from shopfloor.git_operations.commit_log import CommitInfo
from shopfloor.git_operations.commit_message import CommitMessage
from shopfloor.git_operations.loose_commits import read_loose_commit
from shopfloor.git_operations.numstat import ChangeNumbers
from shopfloor.git_operations.text import shown


def own_commit(
    mirror: Path, sha: str, message: CommitMessage, numbers: ChangeNumbers, staged: frozenset[str] | None
) -> CommitInfo | None:
    """None where it cannot be told, or is not the one. `staged` are the files we staged for it, if that is known."""
    found = read_loose_commit(mirror, sha)
    if found is None or found.message != message.encoded():
        return None
    is_all = staged is not None and len(staged) == numbers.files_changed
    return CommitInfo(
        sha=sha,
        parent_shas=found.parent_shas,
        subject=message.first_line,
        body=message.text.strip(),
        author_name=shown(found.author_name),
        author_email=shown(found.author_email),
        authored_at=datetime.fromtimestamp(found.authored_at, UTC),
        phase=None if message.phase is None else str(message.phase),
        run_id=message.run_id,
        agent_work_order_id=message.agent_work_order_id,
        files_changed=numbers.files_changed,
        lines_added=numbers.lines_added,
        lines_removed=numbers.lines_removed,
        is_unfinished=message.unfinished,
        touched=staged if is_all else None,
    )
