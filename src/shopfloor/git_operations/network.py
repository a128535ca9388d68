"""Git commands that talk to a repository elsewhere."""

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from shopfloor.domain.repository_url import RepositoryLocation
from shopfloor.git_operations.credential_channel import credential_channel
from shopfloor.git_operations.git_environment import with_config
from shopfloor.git_operations.runner import Git, GitResult

_STEADY_CONFIG = (
    ("http.followRedirects", "initial"),
    ("http.lowSpeedLimit", "100"),
    ("http.lowSpeedTime", "120"),
)


class NetworkGit:
    """Runs them with the login of the repository's server, and nobody else's."""

    def __init__(self, git: Git) -> None:
        self._git = git

    async def run(
        self,
        location: RepositoryLocation,
        command: Sequence[str],
        *what: str,
        deadline_seconds: float,
        environment: Mapping[str, str] | None = None,
    ) -> GitResult:
        """`command` with its options, then the address, then `what`. Does not raise where git fails."""
        access = await self._git.access.access_to(location)
        with contextlib.ExitStack() as stack:
            config, descriptors = list(_STEADY_CONFIG), []
            if access.login is not None:
                descriptor, settings = stack.enter_context(credential_channel(access.login))
                config, descriptors = [*config, *settings], [descriptor]
            return await self._git.run(
                *command,
                "--",
                access.url,
                *what,
                cwd=Path("/"),
                environment=with_config(environment or {}, config),
                deadline_seconds=deadline_seconds,
                descriptors=descriptors,
                check=False,
            )
