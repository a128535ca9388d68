"""The token of GitHub's own command line, where somebody has signed in with it."""

import os
import time
from collections.abc import Mapping

from shopfloor.errors import ProcessError
from shopfloor.github_integration.hosts import GitHubHost
from shopfloor.process import Processes

_KEPT_SECONDS = 300.0
_DEADLINE_SECONDS = 10.0
_VARIABLES = ("PATH", "HOME", "XDG_CONFIG_HOME", "GH_CONFIG_DIR", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR")


class GhProgram:
    """Asked once in a while: starting it takes longer than most requests."""

    def __init__(self, processes: Processes, environment: Mapping[str, str]) -> None:
        self._processes = processes
        self._environment = {name: environment[name] for name in _VARIABLES if name in environment}
        self._environment.setdefault("PATH", os.defpath)
        self._known: dict[str, tuple[float, str | None]] = {}

    async def token_for(self, host: GitHubHost) -> str | None:
        name = host.name
        known = self._known.get(name)
        if known is None or known[0] < time.monotonic():
            known = self._known[name] = (time.monotonic() + _KEPT_SECONDS, await self._ask(name))
        return known[1]

    def forget(self, token: str) -> None:
        self._known = {name: known for name, known in self._known.items() if known[1] != token}

    async def _ask(self, name: str) -> str | None:
        try:
            told = await self._processes.run(
                ["gh", "auth", "token", "--hostname", name],
                environment=self._environment,
                deadline_seconds=_DEADLINE_SECONDS,
            )
        except ProcessError:
            return None
        return told.stdout.decode("utf-8", "replace").strip() or None if told.exit_code == 0 else None
