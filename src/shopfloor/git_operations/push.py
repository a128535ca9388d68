"""Sends an order's branch home. Git itself looks first: what is there already is not sent again."""

import shlex
from pathlib import Path

from shopfloor.domain.repository_url import RepositoryLocation, validate_branch_name
from shopfloor.git_operations.git_environment import SERVING_OPTIONS
from shopfloor.git_operations.local_push import LocalPush
from shopfloor.git_operations.network import NetworkGit
from shopfloor.git_operations.refs import require_ref
from shopfloor.git_operations.remote_failures import push_failure
from shopfloor.git_operations.runner import Git, GitResult
from shopfloor.git_operations.transfer_folder import transfer_environment, transfer_folder

_PUSH_SECONDS = 1800.0
_PUSH = (
    *("push", "--porcelain", "--no-progress", "--no-verify", "--no-signed"),
    *("--no-recurse-submodules", "--no-follow-tags"),
)


class Push:
    def __init__(self, git: Git) -> None:
        self._network = NetworkGit(git)
        self._local = LocalPush(git)

    async def push(self, mirror: Path, location: RepositoryLocation, git_branch_name: str, base_branch: str) -> str:
        """The commit that is there now.

        Raises PushRejected where the other side has something else on that branch, or refuses it.
        """
        ref = f"refs/heads/{validate_branch_name(git_branch_name)}"
        sha = require_ref(mirror, ref)
        local = [_receive_pack(git_branch_name, base_branch)] if location.kind == "local" else []
        path = location.path
        if path is not None and await self._local.push(mirror, path, git_branch_name, base_branch, sha):
            return sha
        with transfer_folder(mirror, sha_length=len(sha), refs={}) as folder:
            done = await self._network.run(
                location,
                [*_PUSH, *local],
                f"{sha}:{ref}",
                environment=transfer_environment(folder, mirror),
                deadline_seconds=_PUSH_SECONDS,
            )
        if done.exit_code != 0:
            raise push_failure(location.url, git_branch_name, _reason_in(done), done)
        return sha


def _receive_pack(branch: str, base_branch: str) -> str:
    """For a repository on this machine: its hooks do not run, its checkout is never changed, and it tells only the

    two branches that matter, however many others it has.
    """
    told = [f"refs/heads/{name}" for name in (branch, base_branch)]
    hidden = ["-c transfer.hideRefs=refs", *(f"-c transfer.hideRefs={shlex.quote('!' + name)}" for name in told)]
    settings = "-c receive.autogc=false -c receive.denyCurrentBranch=refuse"
    return f"--receive-pack=git {SERVING_OPTIONS} {settings} {' '.join(hidden)} receive-pack"


def _reason_in(done: GitResult) -> str:
    outcome = next((line for line in done.text.splitlines() if line.count("\t") >= 2), "")
    return outcome.rsplit("\t", 1)[-1] if outcome.startswith("!") else ""
