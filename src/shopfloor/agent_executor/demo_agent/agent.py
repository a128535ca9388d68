"""The agent's side of the protocol: which method does what."""

from __future__ import annotations

import os

from .connection import ClientGone, Connection
from .directives import directives_for
from .obey import Obedience
from .phases import work_on
from .review_answer import FINDINGS_BEGIN
from .session_store import Session, SessionStore
from .turn import Turn, TurnCancelled, TurnFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .directives import Directive

VERSION = "1.0.0"
_METHOD_NOT_FOUND, _INVALID_PARAMS, _INTERNAL_ERROR, _RESOURCE_NOT_FOUND = -32601, -32602, -32603, -32002


class RequestFailed(Exception):
    def __init__(self, code: int, message: str, **data: Any) -> None:
        super().__init__(message)
        self.error = {"code": code, "message": message, **({"data": data} if data else {})}


class DemoAgent:
    def __init__(self, connection: Connection, store: SessionStore) -> None:
        self._connection = connection
        self._store = store
        self._sessions: dict[str, Session] = {}
        self._methods: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "initialize": self._initialize,
            "authenticate": lambda _params: {},
            "session/new": self._new_session,
            "session/load": self._load_session,
            "session/set_config_option": self._set_config_option,
            "session/prompt": self._prompt,
        }

    def serve(self) -> None:
        while True:
            message = self._connection.next_message()
            answer = self._answer_to(message)
            if "id" in message:
                self._connection.send({"id": message["id"], **answer})

    def _answer_to(self, message: dict[str, Any]) -> dict[str, Any]:
        method = self._methods.get(message["method"])
        try:
            if method is None:
                raise RequestFailed(_METHOD_NOT_FOUND, f"There is no method {message['method']}.")
            return {"result": method(message.get("params") or {})}
        except RequestFailed as exc:
            return {"error": exc.error}
        except (KeyError, TypeError, AttributeError) as exc:
            return {"error": {"code": _INVALID_PARAMS, "message": f"The parameters are not usable: {exc!r}."}}

    def _initialize(self, _params: dict[str, Any]) -> dict[str, Any]:
        return {
            "protocolVersion": 1,
            "agentCapabilities": {"loadSession": True, "promptCapabilities": {"embeddedContext": True}},
            "agentInfo": {"name": "shopfloor-demo", "title": "Demo", "version": VERSION},
            "authMethods": [],
        }

    def _new_session(self, params: dict[str, Any]) -> dict[str, Any]:
        session = self._store.create(params["cwd"])
        session.mcp_servers = params.get("mcpServers") or []
        self._sessions[session.session_id] = session
        return {"sessionId": session.session_id, "configOptions": session.choices.on_the_wire()}

    def _load_session(self, params: dict[str, Any]) -> dict[str, Any]:
        session = self._store.load(params["sessionId"], params["cwd"])
        if session is None:
            raise RequestFailed(_RESOURCE_NOT_FOUND, f"There is no session {params['sessionId']}.")
        session.mcp_servers = params.get("mcpServers") or []
        self._sessions[session.session_id] = session
        for entry in session.history():
            if "text" in entry:
                kind = "user_message_chunk" if entry.get("role") == "user" else "agent_message_chunk"
                Turn(self._connection, session, "", {}).update(kind, content={"type": "text", "text": entry["text"]})
        return {"configOptions": session.choices.on_the_wire()}

    def _set_config_option(self, params: dict[str, Any]) -> dict[str, Any]:
        session = self._session(params)
        if not session.choices.offers(params["configId"], params["value"]):
            raise RequestFailed(_INVALID_PARAMS, f"There is no {params['configId']} {params['value']}.")
        session.choices.choose(params["configId"], params["value"])
        return {"configOptions": session.choices.on_the_wire()}

    def _prompt(self, params: dict[str, Any]) -> dict[str, Any]:
        session = self._session(params)
        text = "\n".join(block["text"] for block in params["prompt"] if block.get("type") == "text")
        meta = (params.get("_meta") or {}).get("shopfloor") or {}
        turn = Turn(self._connection, session, _in_context(session, text, meta), meta)
        session.remember(role="user", text=text)
        try:
            self._work(turn)
            stop_reason = "end_turn"
        except TurnCancelled:
            stop_reason = "cancelled"
        except TurnFailed as exc:
            raise RequestFailed(_INTERNAL_ERROR, exc.message, category=exc.category) from exc
        except (LookupError, TypeError, AttributeError, ValueError, OSError) as exc:
            raise RequestFailed(_INTERNAL_ERROR, f"The demo agent stumbled: {exc!r}.", category="persistent") from exc
        session.remember(role="agent", text="\n\n".join(turn.said))
        return {"stopReason": stop_reason, "usage": turn.usage()}

    def _work(self, turn: Turn) -> None:
        directives = directives_for(turn.request, turn.phase, is_follow_up=turn.is_follow_up)
        if turn.phase == "reviewing":
            self._review(turn, directives)
        elif directives:
            Obedience(turn, self._store).obey(directives)
        elif turn.is_follow_up and turn.text.startswith(FINDINGS_BEGIN):
            from .reviews import repair

            repair(turn)
        else:
            work_on(turn)

    def _review(self, turn: Turn, directives: list[Directive]) -> None:
        from .reviews import review

        obedience = Obedience(turn, self._store)
        obedience.obey(directives)
        if not obedience.answer.is_said:
            review(turn, obedience.answer)

    def _session(self, params: dict[str, Any]) -> Session:
        session = self._sessions.get(params["sessionId"])
        if session is None:
            raise RequestFailed(_RESOURCE_NOT_FOUND, f"There is no session {params['sessionId']}.")
        return session


def _in_context(session: Session, text: str, meta: dict[str, Any]) -> str:
    """Asked once more for a review, it looks again at what it was given to read."""
    if meta.get("phase") != "reviewing" or not meta.get("follow_up"):
        return text
    return "\n\n".join([*(entry["text"] for entry in session.history() if entry.get("role") == "user"), text])


def main() -> int:
    try:
        DemoAgent(Connection(0, 1), SessionStore(os.path.expanduser("~"))).serve()  # noqa: PTH111
    except (ClientGone, KeyboardInterrupt):
        return 0
    return 0
