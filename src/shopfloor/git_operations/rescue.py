"""The last resort for work that cannot be committed in the ordinary way: an index of its own, a branch of its own."""

from shopfloor.domain.work_order import Author
from shopfloor.git_operations.commit_message import CommitMessage, identity_environment
from shopfloor.git_operations.refs import read_ref
from shopfloor.git_operations.runner import Git
from shopfloor.git_operations.staging import Staging
from shopfloor.git_operations.workspace_record import WorkspaceRecord

_INDEX = "shopfloor-rescue-index"


class Rescue:
    def __init__(self, git: Git) -> None:
        self._git = git

    async def save(self, record: WorkspaceRecord, message: CommitMessage, author: Author) -> str | None:
        """The branch that now holds all files that are not ignored; None where they are the ones of its parent."""
        branch = f"rescue/{message.agent_work_order_id}"
        environment = {
            **record.environment,
            **identity_environment(author),
            "GIT_DIR": str(record.mirror),
            "GIT_INDEX_FILE": str(record.admin / _INDEX),
        }
        parent = read_ref(record.mirror, f"refs/heads/{branch}") or record.known_sha or record.head_sha
        tree = await self._tree_of_files(record, environment)
        if parent is not None and await self._tree_of(record, parent) == tree:
            return None
        made = await self._git.run(
            "commit-tree",
            tree,
            *(["-p", parent] if parent else []),
            "-F",
            "-",
            cwd=record.mirror,
            environment=environment,
            stdin=message.render().encode("utf-8", "replace"),
        )
        await self._git.in_mirror(record.mirror, "update-ref", f"refs/heads/{branch}", made.text)
        return branch

    async def _tree_of_files(self, record: WorkspaceRecord, environment: dict[str, str]) -> str:
        (record.admin / _INDEX).unlink(missing_ok=True)
        await Staging(self._git, environment).stage_all(record)
        written = await self._git.run("write-tree", cwd=record.mirror, environment=environment)
        (record.admin / _INDEX).unlink(missing_ok=True)
        return written.text

    async def _tree_of(self, record: WorkspaceRecord, commit: str) -> str:
        told = await self._git.in_mirror(
            record.mirror, "rev-parse", "--verify", "-q", f"{commit}^{{tree}}", check=False
        )
        return told.text
