"""An agent over ACP that cannot load a session. Run as a program.

It appends each prompt to told.txt and answers; with FORGETFUL=crashing it claims it can load, and dies of it.
"""

import json
import os
import sys
import time
from pathlib import Path

DYING = os.environ.get("FORGETFUL") == "crashing"


def send(message: dict[str, object]) -> None:
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def answer(request: dict[str, object], result: dict[str, object]) -> None:
    send({"id": request["id"], "result": result})


def take_turn(session_id: str, text: str) -> None:
    with Path("told.txt").open("a") as file:
        file.write(f"<<<{text}>>>\n")
    chunk = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": f"Noted, {len(text)}."}}
    send({"method": "session/update", "params": {"sessionId": session_id, "update": chunk}})
    if "WAIT-ONCE" in text and not Path(".waited").exists():
        Path(".waited").touch()
        time.sleep(600)


def main() -> None:
    for line in sys.stdin:
        request = json.loads(line)
        method, params = request.get("method"), request.get("params") or {}
        if method == "initialize":
            answer(request, {"protocolVersion": 1, "agentCapabilities": {"loadSession": DYING}})
        elif method == "session/new":
            answer(request, {"sessionId": f"session-{os.getpid()}"})
        elif method == "session/load":
            os._exit(3)
        elif method == "session/prompt":
            take_turn(params["sessionId"], params["prompt"][0]["text"])
            answer(request, {"stopReason": "end_turn"})


if __name__ == "__main__":
    main()
