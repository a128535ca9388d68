"""Stands between a client that speaks ACP and Claude's stream of JSON lines, and remembers who waits for what."""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from shopfloor.agent_executor.claude_stream import answers, permissions
from shopfloor.agent_executor.claude_stream.options import ClaudeOptions, options_from
from shopfloor.agent_executor.claude_stream.speech import Speech
from shopfloor.agent_executor.json_lines import Json

Message = dict[str, Json]
_NO_SUCH_METHOD, _NO_SUCH_SESSION = -32601, -32002
_INTRODUCTION: Message = {
    "protocolVersion": 1,
    "agentCapabilities": {"loadSession": True, "mcpCapabilities": {"http": True}},
}


@dataclass(frozen=True, slots=True)
class Opening:
    """A session to be opened: Claude has to be started for it."""

    request_id: Json
    session_id: str
    is_resumed: bool
    mcp_servers: list[Json]


@dataclass
class Translator:
    to_client: list[Message] = field(default_factory=list)
    to_claude: list[Message] = field(default_factory=list)
    opening: Opening | None = None

    def __post_init__(self) -> None:
        self._speech = Speech()
        self._options = ClaudeOptions()
        self._session_id = ""
        self._prompt_id: Json = None
        self._is_cancelled = False
        self._cost_usd = 0.0
        self._waiting: dict[str, Callable[[Mapping[str, Json]], None]] = {}
        self._permissions: dict[str, tuple[str, Mapping[str, Json]]] = {}

    def take_from_client(self, message: Message) -> None:
        method, request_id, params = message.get("method"), message.get("id"), message.get("params")
        params = params if isinstance(params, dict) else {}
        match method:
            case None:
                self._take_answer(message)
            case "initialize":
                self._answer(request_id, _INTRODUCTION)
            case "session/new":
                self._open(request_id, str(uuid.uuid4()), params, is_resumed=False)
            case "session/load":
                self._open(request_id, str(params.get("sessionId")), params, is_resumed=True)
            case "session/prompt":
                self._prompt(request_id, params)
            case "session/cancel":
                self._is_cancelled = self._prompt_id is not None
                self._ask_claude({"subtype": "interrupt"}, lambda _answer: None)
            case "session/set_config_option":
                self._choose(request_id, str(params.get("configId")), str(params.get("value")))
            case _:
                self._refuse(request_id, _NO_SUCH_METHOD, f"There is no method {method}.")

    def take_from_claude(self, message: Mapping[str, Json]) -> None:
        match message.get("type"):
            case "control_response":
                self._take_control_response(message.get("response"))
            case "control_request":
                self._take_control_request(message)
            case "control_cancel_request":
                self._permissions = {
                    key: asked for key, asked in self._permissions.items() if asked[0] != message.get("request_id")
                }
            case "result":
                self._take_result(message)
            case _:
                for update in self._speech.updates_from(message):
                    self._tell(update)

    def begin_session(self) -> None:
        """Claude was started: it introduces itself, and with that the session is open."""
        self._ask_claude({"subtype": "initialize"}, self._take_introduction)

    def fail_opening(self, reason: str) -> None:
        """It could not be started, or knew nothing of the session."""
        if self.opening is not None:
            opening, self.opening = self.opening, None
            self._waiting.clear()
            self._refuse(opening.request_id, _NO_SUCH_SESSION if opening.is_resumed else -32603, reason)

    def _open(self, request_id: Json, session_id: str, params: Mapping[str, Json], *, is_resumed: bool) -> None:
        servers = params.get("mcpServers")
        self.opening = Opening(request_id, session_id, is_resumed, servers if isinstance(servers, list) else [])

    def _take_introduction(self, introduction: Mapping[str, Json]) -> None:
        if self.opening is None:
            return
        opening, self.opening = self.opening, None
        self._session_id, self._options = opening.session_id, options_from(introduction)
        self._tell(self._usage(None))
        self._answer(opening.request_id, {"sessionId": opening.session_id, "configOptions": self._options.on_wire()})

    def _prompt(self, request_id: Json, params: Mapping[str, Json]) -> None:
        self._prompt_id, self._is_cancelled = request_id, False
        self._speech.begin_turn()
        self.to_claude.append({"type": "user", "message": {"role": "user", "content": params.get("prompt")}})

    def _take_result(self, result: Mapping[str, Json]) -> None:
        if self._prompt_id is None:
            return
        if answers.usage_of(result) is not None:
            self._cost_usd += answers.cost_of(result) or 0.0
            self._tell(self._usage(result))
        answer = answers.answer_of(result, self._speech, was_cancelled=self._is_cancelled)
        self.to_client.append({"id": self._prompt_id, **answer})
        self._prompt_id = None

    def _usage(self, result: Mapping[str, Json] | None) -> Message:
        usage = answers.usage_of(result) if result is not None else None
        used = usage.get("totalTokens") if isinstance(usage, dict) else None
        size = answers.context_size_of(result) if result is not None else None
        cost = {"amount": round(self._cost_usd, 8), "currency": "USD"}
        return {"sessionUpdate": "usage_update", "used": used, "size": size, "cost": cost}

    def _choose(self, request_id: Json, option: str, value: str) -> None:
        request = self._options.request_for(option, value)
        if request is None:
            self._refuse(request_id, -32602, f"There is no option {option}.")
            return

        def chosen(_answer: Mapping[str, Json]) -> None:
            self._options = self._options.with_choice(option, value)
            self._answer(request_id, {"configOptions": self._options.on_wire()})

        self._ask_claude(request, chosen, on_error=lambda reason: self._refuse(request_id, -32603, reason))

    def _take_control_request(self, message: Mapping[str, Json]) -> None:
        request, request_id = message.get("request"), str(message.get("request_id"))
        if not isinstance(request, dict) or request.get("subtype") != "can_use_tool":
            refused = {"subtype": "error", "request_id": request_id, "error": "not supported"}
            self.to_claude.append({"type": "control_response", "response": refused})
            return
        key = f"permission-{request_id}"
        self._permissions[key] = (request_id, request)
        params = permissions.asked(self._session_id, request)
        self.to_client.append({"id": key, "method": "session/request_permission", "params": params})

    def _take_answer(self, message: Mapping[str, Json]) -> None:
        asked = self._permissions.pop(str(message.get("id")), None)
        if asked is not None:
            request_id, request = asked
            response = permissions.answered(request, message.get("result"))
            told = {"subtype": "success", "request_id": request_id, "response": response}
            self.to_claude.append({"type": "control_response", "response": told})

    def _ask_claude(
        self,
        request: Message,
        on_answer: Callable[[Mapping[str, Json]], None],
        *,
        on_error: Callable[[str], None] | None = None,
    ) -> None:
        request_id = uuid.uuid4().hex

        def settle(response: Mapping[str, Json]) -> None:
            inner = response.get("response")
            if response.get("subtype") == "success":
                on_answer(inner if isinstance(inner, dict) else {})
            elif on_error is not None:
                on_error(str(response.get("error") or "It was refused."))

        self._waiting[request_id] = settle
        self.to_claude.append({"type": "control_request", "request_id": request_id, "request": request})

    def _take_control_response(self, response: Json) -> None:
        if isinstance(response, dict) and (settle := self._waiting.pop(str(response.get("request_id")), None)):
            settle(response)

    def _tell(self, update: Message) -> None:
        params = {"sessionId": self._session_id, "update": update}
        self.to_client.append({"method": "session/update", "params": params})

    def _answer(self, request_id: Json, result: Message) -> None:
        self.to_client.append({"id": request_id, "result": result})

    def _refuse(self, request_id: Json, code: int, message: str) -> None:
        if request_id is not None:
            self.to_client.append({"id": request_id, "error": {"code": code, "message": message}})
