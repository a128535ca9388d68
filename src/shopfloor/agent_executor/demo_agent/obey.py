"""Carries out the lines that direct the demo agent."""

from __future__ import annotations

import json
import os
import sys

from . import workspace
from .directives import split_path
from .review_answer import Answer, finding_of
from .turn import TurnCancelled, TurnFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .directives import Directive
    from .session_store import SessionStore
    from .turn import Turn

_CATEGORIES = ("transient", "persistent", "user-action", "fatal")
_CHUNKS_BETWEEN_LOOKS = 500


class Refused(Exception):
    """The user said no: the rest of the lines is left out."""


class Obedience:
    def __init__(self, turn: Turn, store: SessionStore) -> None:
        self._turn = turn
        self._store = store
        self._verbs: dict[str, Callable[[str], None]] = {
            "write": self._write,
            "run": self._run,
            "say": turn.say,
            "sleep": self._sleep,
            "ask": self._ask,
            "ask-edit": self._ask_edit,
            "ask-run": self._ask_run,
            "mcp": self._mcp,
            "fail": self._fail,
            "fail-once": self._fail_once,
            "crash": self._crash,
            "hang": self._hang,
            "flood": self._flood,
            "use": self._use,
            "finding": self._finding,
            "verdict": self._verdict,
            "answer": self._answer_with,
            "answer-once": self._answer_once,
        }
        self.answer = Answer()

    def obey(self, directives: list[Directive]) -> None:
        try:
            for directive in directives:
                self._turn.checkpoint()
                self._obey_one(directive)
        except Refused:
            self._turn.say("You said no, so I stop here.")

    def _obey_one(self, directive: Directive) -> None:
        action = self._verbs.get(directive.verb)
        if action is None:
            self._turn.say(f"I do not know `demo: {directive.verb}`. I know: {', '.join(self._verbs)}.")
        else:
            action(directive.rest)

    def _write(self, rest: str) -> None:
        path, text = split_path(rest)
        if workspace.write(self._turn, path, text + "\n"):
            self._turn.say(f"I wrote `{path}`.")

    def _run(self, command: str) -> None:
        exit_code, _ = workspace.run(self._turn, command)
        self._turn.say(f"`{command}` ended with exit code {exit_code}.")

    def _sleep(self, rest: str) -> None:
        from time import monotonic

        try:
            until = monotonic() + float(rest)
        except ValueError:
            self._turn.say(f"I cannot sleep for `{rest}` seconds.")
            return
        while (left := until - monotonic()) > 0:
            self._turn.checkpoint(min(left, 3600.0))

    def _ask_edit(self, rest: str) -> None:
        """Asks leave to write a file, as agents do that are not allowed everything, and writes it."""
        path, _ = split_path(rest)
        self._ask(f"Write {path}", "edit", os.path.join(self._turn.session.cwd, path))  # noqa: PTH118
        self._write(rest)

    def _ask_run(self, command: str) -> None:
        self._ask(f"Run {command}", "execute")
        self._run(command)

    def _ask(self, question: str, kind: str = "other", path: str | None = None) -> None:
        session = self._turn.session
        if question in session.always_allowed:
            return
        outcome = self._outcome_of(question, kind, path)
        if outcome == "allow_always":
            session.always_allowed.add(question)
        if outcome not in ("allow_once", "allow_always"):
            raise Refused
        self._turn.say(f"You said yes to: {question}")

    def _outcome_of(self, question: str, kind: str, path: str | None) -> str | None:
        turn = self._turn
        tool_call_id = turn.start_tool(question, kind)
        options = [
            {"optionId": "allow_once", "name": "Allow", "kind": "allow_once"},
            {"optionId": "allow_always", "name": "Always allow", "kind": "allow_always"},
            {"optionId": "reject_once", "name": "Reject", "kind": "reject_once"},
        ]
        tool_call: dict[str, object] = {
            "toolCallId": tool_call_id,
            "title": question,
            "kind": kind,
            "status": "pending",
        }
        if path is not None:
            tool_call["locations"] = [{"path": path}]
        session_id = turn.session.session_id
        params = {"sessionId": session_id, "toolCall": tool_call, "options": options}
        answer = turn.connection.request("session/request_permission", params, session_id)
        if answer is None:
            raise TurnCancelled
        outcome = (answer.get("result") or {}).get("outcome") or {}
        chosen = outcome.get("optionId") if outcome.get("outcome") == "selected" else None
        turn.end_tool(tool_call_id, ok=str(chosen).startswith("allow"), content=[])
        return chosen if isinstance(chosen, str) else None

    def _mcp(self, rest: str) -> None:
        """`mcp` names the servers; `mcp NAME TOOL {...}` calls a tool and writes the answer to NAME.txt."""
        from .mcp_client import McpFailed, call_tool

        servers = {server["name"]: server for server in self._turn.session.mcp_servers}
        name, _, call = rest.partition(" ")
        if name not in servers:
            self._turn.say(f"My MCP servers: {', '.join(servers) or 'none'}.")
            return
        tool, _, arguments = call.partition(" ")
        try:
            answer = call_tool(servers[name], tool, json.loads(arguments or "{}"), self._turn.session.cwd)
        except (McpFailed, ValueError) as exc:
            self._turn.say(f"The MCP server {name} failed: {exc}.")
            return
        self._write(f"{name}.txt {answer}")

    def _use(self, rest: str) -> None:
        """`use TOKENS [DOLLARS]`: tells of tokens and money as if a model had taken them."""
        tokens, _, dollars = rest.partition(" ")
        try:
            self._turn.use(int(tokens), float(dollars or 0))
        except ValueError:
            self._turn.say(f"I cannot use `{rest}`.")
        else:
            self._turn.say(f"I used {tokens} tokens.")

    def _finding(self, rest: str) -> None:
        """`finding PATH:LINE SEVERITY TEXT`: what a review finds."""
        self.answer.findings.append(finding_of(rest))

    def _verdict(self, rest: str) -> None:
        self.answer.verdict, _, self.answer.summary = rest.partition(" ")

    def _answer_with(self, rest: str) -> None:
        """These very words instead of a review."""
        self.answer.is_said = True
        self._turn.say(rest.replace("\\n", "\n"))

    def _answer_once(self, rest: str) -> None:
        if self._store.first_time(rest):
            self._answer_with(rest)

    def _fail(self, rest: str) -> None:
        category, _, text = rest.partition(" ")
        if category not in _CATEGORIES:
            category, text = "persistent", rest
        raise TurnFailed(text.strip() or "The demo agent was told to fail.", category)

    def _fail_once(self, rest: str) -> None:
        if self._store.first_time(rest):
            self._fail(rest)
        self._turn.say("It works this time.")

    def _crash(self, _rest: str) -> None:
        self._turn.connection.flush()
        sys.stderr.write("demo agent: told to crash\n")
        sys.stderr.flush()
        os._exit(1)

    def _hang(self, _rest: str) -> None:
        from signal import SIG_IGN, SIGTERM, signal
        from time import sleep

        signal(SIGTERM, SIG_IGN)
        self._turn.connection.flush()
        while True:
            sleep(3600)

    def _flood(self, rest: str) -> None:
        count = int(rest) if rest.isdecimal() else 1000
        chunk = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "NUMBER "}}
        params = {"sessionId": self._turn.session.session_id, "update": chunk}
        message = {"jsonrpc": "2.0", "method": "session/update", "params": params}
        before, after = (json.dumps(message) + "\n").split("NUMBER")
        for start in range(0, count, _CHUNKS_BETWEEN_LOOKS):
            numbers = range(start, min(start + _CHUNKS_BETWEEN_LOOKS, count))
            self._turn.connection.send_line("".join([f"{before}{number}{after}" for number in numbers]).encode())
            self._turn.checkpoint()
