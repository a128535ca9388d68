"""Who the author of an order's commits is."""

import time
from pathlib import Path

from shopfloor.domain.repository_url import RepositoryLocation
from shopfloor.domain.work_order import Author
from shopfloor.git_operations.remote_head import only_this_folder
from shopfloor.git_operations.runner import Git

NOBODY_KNOWN = Author("Shopfloor user", "user@localhost")


class Identities:
    """The settings decide; else the user's git configuration, as it holds in her repository."""

    def __init__(self, git: Git, *, remember_seconds: float = 10.0) -> None:
        """Orders that are filed together ask git once."""
        self._git = git
        self._remember_seconds = remember_seconds
        self._known: dict[Path, tuple[float, Author]] = {}

    async def author_for(self, location: RepositoryLocation, author: Author | None = None) -> Author:
        if author is not None:
            return author
        folder = location.path or Path("/")
        asked_at, known = self._known.get(folder, (float("-inf"), NOBODY_KNOWN))
        if time.monotonic() - asked_at > self._remember_seconds:
            known = await self._configured_in(folder)
            self._known[folder] = time.monotonic(), known
        return known

    async def _configured_in(self, folder: Path) -> Author:
        told = await self._git.run(
            "config",
            "-z",
            "--get-regexp",
            r"^user\.(name|email)$",
            cwd=folder,
            environment=only_this_folder(folder),
            check=False,
        )
        entries = [entry.partition("\n") for entry in told.stdout.decode("utf-8", "replace").split("\0")]
        values = {key: value for key, _, value in entries if value}
        return Author(values.get("user.name", NOBODY_KNOWN.name), values.get("user.email", NOBODY_KNOWN.email))
