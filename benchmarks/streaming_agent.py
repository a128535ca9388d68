"""An agent that tells the time: chunks of text at a steady rate, each with the moment it was written.

A program of its own, run as the `custom` agent. The prompt names rate, count and the file whose appearance is the
sign to begin: `stream 50 500 after /some/file`.
"""

import json
import os
import re
import sys
import time
from pathlib import Path
from typing import Any

_MOST_SECONDS = 120.0


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message:
            result = _answer(message["method"], message.get("params") or {})
            _send({"jsonrpc": "2.0", "id": message["id"], "result": result})


def _answer(method: str, params: dict[str, Any]) -> dict[str, Any]:
    if method == "initialize":
        return {"protocolVersion": 1, "agentCapabilities": {}, "authMethods": []}
    if method == "session/new":
        return {"sessionId": "clock"}
    if method == "session/prompt":
        _stream("".join(block.get("text", "") for block in params["prompt"]))
        return {"stopReason": "end_turn"}
    return {}


def _stream(prompt: str) -> None:
    asked = re.search(r"stream (\d+) (\d+) after (\S+)", prompt)
    if asked is None:
        return
    rate, count = int(asked[1]), int(asked[2])
    _await_sign(Path(asked[3]))
    began = time.monotonic()
    for number in range(count):
        time.sleep(max(0.0, began + number / rate - time.monotonic()))
        content = {"type": "text", "text": f"n{number}@{time.time():.6f} "}
        update = {"sessionUpdate": "agent_message_chunk", "content": content}
        _send({"jsonrpc": "2.0", "method": "session/update", "params": {"sessionId": "clock", "update": update}})


def _await_sign(sign: Path) -> None:
    deadline = time.monotonic() + _MOST_SECONDS
    while not sign.exists() and time.monotonic() < deadline:
        time.sleep(0.05)


def _send(message: dict[str, Any]) -> None:
    os.write(1, json.dumps(message).encode() + b"\n")


if __name__ == "__main__":
    main()
