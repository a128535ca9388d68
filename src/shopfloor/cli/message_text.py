"""Streamed text, each character once: deltas and snapshots of a message overlap, and a connection may skip some."""

from typing import Any


class MessageText:
    def __init__(self) -> None:
        self._shown: dict[str, int] = {}

    def new_text(self, data: dict[str, Any]) -> str:
        """What this delta or snapshot holds beyond what was shown. After a gap nothing, until a snapshot fills it."""
        message_id, text = str(data.get("message_id")), str(data.get("text", ""))
        offset = int(data.get("offset") or 0)
        shown = self._shown.get(message_id, 0)
        if offset > shown or offset + len(text) <= shown:
            return ""
        self._shown[message_id] = offset + len(text)
        return text[shown - offset :]

    def join_at(self, data: dict[str, Any]) -> None:
        """For who joins in the middle: what came before is not waited for."""
        message_id = str(data.get("message_id"))
        self._shown[message_id] = max(self._shown.get(message_id, 0), int(data.get("offset") or 0))

    def forget(self, data: dict[str, Any]) -> None:
        self._shown.pop(str(data.get("message_id")), None)
