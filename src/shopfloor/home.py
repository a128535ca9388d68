"""The folder where a floor keeps everything, and the lock that lets one server at a time work in it."""

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from shopfloor.errors import ShopfloorError, WrongMove


@dataclass(frozen=True, slots=True)
class Home:
    path: Path

    @property
    def mirrors(self) -> Path:
        return self.path / "repositories"

    @property
    def sandboxes(self) -> Path:
        return self.path / "sandboxes"

    @property
    def scratch(self) -> Path:
        """Places that are thrown away; beside the sandboxes."""
        return self.path / "scratch"

    @property
    def sockets(self) -> Path:
        """Of programs that only this server speaks to."""
        return self.path / "sockets"

    @property
    def checkouts(self) -> Path:
        return self.path / "checkouts"

    @property
    def logs(self) -> Path:
        return self.path / "logs"

    @property
    def demo(self) -> Path:
        return self.path / "demo"

    @property
    def secret_key(self) -> Path:
        return self.path / "secret.key"

    @property
    def engine_database_url(self) -> str:
        return f"sqlite:///{self.path / 'engine.db'}"

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """One server at a time: SQLite has one writer, and leftovers of others may be ended only if they are dead."""
        self._make()
        descriptor = os.open(self.path / "server.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise WrongMove(
                    f"Shopfloor is already running on {self.path}{self._where()}.",
                    hint="Use that one, stop it, or choose another SHOPFLOOR_HOME.",
                ) from None
            yield
        finally:
            os.close(descriptor)

    @contextlib.contextmanager
    def announced(self, url: str, *, embedded: bool) -> Iterator[None]:
        """Tells the command line where the server is. Trustworthy only while the lock is held."""
        now = datetime.now(UTC).isoformat()
        facts = {"pid": os.getpid(), "url": url, "started_at": now, "embedded": embedded}
        note = self.path / "server.json"
        aside = self.path / "server.json.new"
        aside.write_text(json.dumps(facts))
        aside.replace(note)
        try:
            yield
        finally:
            note.unlink(missing_ok=True)

    def running_server(self) -> dict[str, Any] | None:
        """Where the server of this home is, if one is alive."""
        try:
            descriptor = os.open(self.path / "server.lock", os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            return None
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return self._note()
        finally:
            os.close(descriptor)
        return None

    def _note(self) -> dict[str, Any] | None:
        try:
            facts = json.loads((self.path / "server.json").read_text())
        except (OSError, ValueError):
            return None
        return facts if isinstance(facts, dict) else None

    def _where(self) -> str:
        note = self._note()
        return f" at {note['url']} (process {note['pid']})" if note else ""

    def _make(self) -> None:
        try:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as exc:
            raise ShopfloorError(
                f"The folder {self.path} cannot be made: {exc.strerror}.", hint="Set SHOPFLOOR_HOME to one you own."
            ) from exc
