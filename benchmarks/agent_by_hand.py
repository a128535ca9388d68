"""The same agent without Shopfloor: its program started in a checkout and spoken to over its pipes, nothing else."""

import contextlib
import json
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import psutil

_CLIENT = {
    "protocolVersion": 1,
    "clientCapabilities": {"fs": {"readTextFile": False, "writeTextFile": False}, "terminal": False},
    "clientInfo": {"name": "by-hand", "title": "By hand", "version": "1"},
}


class AgentByHand:
    def __init__(self, argv: Sequence[str], environment: Mapping[str, str], cwd: Path) -> None:
        self._process = subprocess.Popen(
            argv,
            env=dict(environment),
            cwd=cwd,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._cwd = cwd
        self._session_id = ""
        self._calls = 0

    def open_session(self) -> None:
        self._answer_to("initialize", _CLIENT)
        self._session_id = self._answer_to("session/new", {"cwd": str(self._cwd), "mcpServers": []})["sessionId"]

    def first_token(self, prompt: str) -> float:
        """When the first word of the answer was here."""
        text = {"type": "text", "text": prompt}
        self._send("session/prompt", {"sessionId": self._session_id, "prompt": [text]})
        for message in self._messages():
            if (message.get("params") or {}).get("update", {}).get("sessionUpdate") == "agent_message_chunk":
                return time.time()
            if "error" in message:
                break
        raise RuntimeError("the agent gave no answer")

    def memory_mb(self) -> float:
        return tree_memory_mb(psutil.Process(self._process.pid))

    def end(self) -> None:
        for process in _tree(psutil.Process(self._process.pid)):
            with contextlib.suppress(psutil.Error):
                process.kill()
        self._process.communicate()

    def _answer_to(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        call = self._send(method, params)
        for message in self._messages():
            if message.get("id") == call and "method" not in message:
                return dict(message["result"])
        raise RuntimeError(f"the agent ended before it answered {method}")

    def _send(self, method: str, params: Mapping[str, Any]) -> int:
        assert self._process.stdin is not None
        self._calls += 1
        message = {"jsonrpc": "2.0", "id": self._calls, "method": method, "params": params}
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()
        return self._calls

    def _messages(self) -> Iterator[dict[str, Any]]:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with contextlib.suppress(ValueError):
                yield json.loads(line)


def tree_memory_mb(process: psutil.Process) -> float:
    """What the program and all it started take for themselves; pages they share are shared out."""
    total = 0
    for each in _tree(process):
        with contextlib.suppress(psutil.Error):
            full = each.memory_full_info()
            total += getattr(full, "pss", full.rss)
    return total / 2**20


def _tree(process: psutil.Process) -> list[psutil.Process]:
    with contextlib.suppress(psutil.Error):
        return [process, *process.children(recursive=True)]
    return []
