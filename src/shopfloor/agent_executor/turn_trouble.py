"""Errors of agents that end a turn as if all were well: told as an answer, or noted in passing."""

import re
from collections.abc import Mapping

from shopfloor.agent_executor.error_classification import ErrorProfile, classify
from shopfloor.agent_executor.error_facts import facts_from
from shopfloor.agent_executor.json_lines import Json
from shopfloor.errors import AgentError

_KEPT_CHARACTERS = 4000


class TurnTrouble:
    """Listens in on a turn. For agents that answer errors with errors it does nothing."""

    def __init__(self, profile: ErrorProfile) -> None:
        self._profile = profile
        self._is_needed = profile.trouble_key is not None or bool(profile.errors_told_as_answers)
        self._said = ""
        self._noted: Json = None
        self._has_failed = False

    def note(self, update: Mapping[str, Json]) -> None:
        if not self._is_needed:
            return
        name = update.get("sessionUpdate")
        if name == "agent_message_chunk":
            content = update.get("content")
            text = content.get("text") if isinstance(content, Mapping) else None
            self._said = (self._said + text)[-_KEPT_CHARACTERS:] if isinstance(text, str) else self._said
        elif name == "tool_call":
            self._said = ""
        elif self._profile.trouble_key is not None:
            self._note_meta(update.get("_meta"))

    def error(self) -> AgentError | None:
        """What the turn that seemed to end well really ended with."""
        said = self._said.strip()
        told = any(re.search(pattern, said) for pattern in self._profile.errors_told_as_answers)
        if not self._has_failed and not told:
            return None
        return classify(facts_from(said or "The agent's turn failed.", self._noted), self._profile)

    def _note_meta(self, meta: Json) -> None:
        own = meta.get(self._profile.trouble_key) if isinstance(meta, Mapping) else None
        if not isinstance(own, Mapping):
            return
        self._noted = own.get("error", self._noted)
        status = own.get("threadStatus")
        if isinstance(status, Mapping) and status.get("type") == "systemError":
            self._has_failed, self._said = True, ""
