"""Conversations on disk under HOME, so that one can be taken up again after the agent was killed."""

# ruff: noqa: PTH103, PTH110, PTH118
# pathlib would cost a good part of the start time.
from __future__ import annotations

import json
import os

from .choices import Choices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Session:
    def __init__(self, session_id: str, cwd: str, path: str) -> None:
        self.session_id = session_id
        self.cwd = cwd
        self.choices = Choices()
        self.always_allowed: set[str] = set()
        self.tokens = 0
        self.dollars = 0.0
        self.mcp_servers: list[dict[str, Any]] = []
        self._path = path

    def remember(self, **entry: Any) -> None:
        with open(self._path, "a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")

    def spend(self, dollars: float) -> None:
        """Counted over the whole conversation, also after it is taken up again."""
        self.dollars += dollars
        if dollars:
            self.remember(dollars=dollars)

    def history(self) -> list[dict[str, Any]]:
        """What was said so far. The last line may be torn by a kill and is then left out."""
        entries = []
        with open(self._path, encoding="utf-8", errors="replace") as file:
            for line in file:
                try:
                    entries.append(json.loads(line))
                except ValueError:
                    continue
        return [entry for entry in entries if isinstance(entry, dict)]


class SessionStore:
    def __init__(self, home: str) -> None:
        self._folder = os.path.join(home, ".demo-agent")

    def create(self, cwd: str) -> Session:
        session_id = f"demo-{os.urandom(8).hex()}"
        session = Session(session_id, cwd, self._path_of(session_id))
        session.remember(cwd=cwd)
        return session

    def load(self, session_id: str, cwd: str) -> Session | None:
        if not session_id.replace("-", "").isalnum() or not os.path.exists(self._path_of(session_id)):
            return None
        session = Session(session_id, cwd, self._path_of(session_id))
        session.dollars = sum(entry.get("dollars", 0.0) for entry in session.history())
        return session

    def first_time(self, what: str) -> bool:
        """True once for each `what`, across restarts."""
        mark = os.path.join(self._folder, f"once-{what.encode().hex()[:180]}")
        try:
            os.close(os.open(mark, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            return False
        return True

    def _path_of(self, session_id: str) -> str:
        os.makedirs(self._folder, exist_ok=True)
        return os.path.join(self._folder, f"{session_id}.jsonl")
