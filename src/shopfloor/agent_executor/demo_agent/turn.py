"""One prompt and what the agent tells while it answers."""

from __future__ import annotations

import json
import os

from .directives import without_directives

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .connection import Connection
    from .session_store import Session

CONTEXT_SIZE = 200_000
_WORDS_A_CHUNK = 3


class TurnCancelled(Exception):
    """The client wants the turn to end."""


class TurnFailed(Exception):
    def __init__(self, message: str, category: str) -> None:
        super().__init__(message)
        self.message = message
        self.category = category


class Turn:
    def __init__(self, connection: Connection, session: Session, text: str, meta: dict[str, Any]) -> None:
        self.connection = connection
        self.session = session
        self.text = text
        self.phase = str(meta.get("phase") or "implementing")
        self.is_follow_up = bool(meta.get("follow_up"))
        self.is_question = bool(meta.get("question"))
        self.plan_path = meta.get("plan_path")
        self.results_path = meta.get("results_path")
        task = meta.get("task")
        self.request = task if isinstance(task, str) and task.strip() and task in text else text
        self.said: list[str] = []
        self._tool_calls = 0
        self._pretended = 0
        self._turn_id = os.urandom(4).hex()
        self._head = b'{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":%b,"update":' % (
            json.dumps(session.session_id).encode()
        )

    @property
    def task(self) -> str:
        """What the user asked for in words: the request without the lines that direct the demo."""
        return without_directives(self.request)

    def update(self, kind: str, /, **fields: Any) -> None:
        body = json.dumps({"sessionUpdate": kind, **fields}, separators=(",", ":")).encode()
        self.connection.send_line(self._head + body + b"}}\n")

    def say(self, text: str) -> None:
        self._stream("agent_message_chunk", text + "\n\n")
        self.said.append(text)

    def think(self, text: str) -> None:
        self._stream("agent_thought_chunk", text + "\n")

    def plan(self, steps: list[str], done: int) -> None:
        """Shows the steps; the first `done` are completed and the next one is being worked on."""
        states = ["completed"] * done + ["in_progress"] + ["pending"] * len(steps)
        entries = [
            {"content": step, "priority": "medium", "status": state} for step, state in zip(steps, states, strict=False)
        ]
        self.update("plan", entries=entries)

    def start_tool(self, title: str, kind: str, **fields: Any) -> str:
        self._tool_calls += 1
        tool_call_id = f"call-{self._turn_id}-{self._tool_calls}"
        self.update("tool_call", toolCallId=tool_call_id, title=title, kind=kind, status="pending", **fields)
        self.update("tool_call_update", toolCallId=tool_call_id, status="in_progress")
        self.connection.flush()
        return tool_call_id

    def end_tool(self, tool_call_id: str, *, ok: bool, content: list[dict[str, Any]], **fields: Any) -> None:
        status = "completed" if ok else "failed"
        self.update("tool_call_update", toolCallId=tool_call_id, status=status, content=content, **fields)

    def checkpoint(self, seconds: float | None = 0.0) -> None:
        """Waits that long and takes in what came; ends the turn if it was cancelled."""
        self.connection.poll(seconds)
        self.raise_if_cancelled()

    def raise_if_cancelled(self) -> None:
        if self.connection.is_cancelled(self.session.session_id):
            raise TurnCancelled

    def usage(self) -> dict[str, Any]:
        """Guessed from the length of the texts; there is no model that would count."""
        used = len(self.text) // 4 + 1 + self._pretended
        written = sum(map(len, self.said)) // 4 + 1
        self._tell_usage(used + written - self._pretended, 0.0)
        return {"inputTokens": used, "outputTokens": written, "totalTokens": used + written}

    def use(self, tokens: int, dollars: float) -> None:
        self._pretended += tokens
        self._tell_usage(tokens, dollars)
        self.connection.flush()

    def _tell_usage(self, tokens: int, dollars: float) -> None:
        self.session.tokens += tokens
        self.session.spend(dollars)
        cost = {"amount": self.session.dollars, "currency": "USD"}
        self.update("usage_update", used=self.session.tokens, size=CONTEXT_SIZE, cost=cost)

    def _stream(self, kind: str, text: str) -> None:
        words = text.split(" ")
        for start in range(0, len(words), _WORDS_A_CHUNK):
            last = start + _WORDS_A_CHUNK >= len(words)
            piece = " ".join(words[start : start + _WORDS_A_CHUNK]) + ("" if last else " ")
            self.update(kind, content={"type": "text", "text": piece})
