"""An agent that tells its secrets wherever it can. Speaks ACP with the standard library."""

import json
import os
import sys
from pathlib import Path

AUTH = Path(os.environ["HOME"]) / ".tool/auth.json"


def send(**message: object) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def update(**fields: object) -> None:
    send(method="session/update", params={"sessionId": "s1", "update": fields})


def say(kind: str, text: str) -> None:
    """In pieces, so that no piece has a whole secret in it."""
    for place in range(0, len(text), 5):
        update(sessionUpdate=kind, content={"type": "text", "text": text[place : place + 5]})


def tell_everything(request_id: object, prompt: str) -> None:
    key, auth = os.environ.get("TOOL_API_KEY", "no key"), AUTH.read_text()
    secrets = f"{key} {auth}"
    Path("argv.txt").write_bytes(Path("/proc/self/cmdline").read_bytes() if Path("/proc").exists() else b"")
    Path("facts.txt").write_text(f"{len(key)} {len(auth)} {oct(AUTH.stat().st_mode)}\n")
    sys.stderr.write(f"debug: {secrets}\n")
    print(f"noise: {secrets}", flush=True)
    say("agent_thought_chunk", f"I know {secrets}")
    update(sessionUpdate="tool_call", toolCallId="t1", title=f"curl {key}", kind="execute", rawInput={"cmd": secrets})
    update(sessionUpdate="tool_call_update", toolCallId="t1", status="completed", rawOutput=secrets)
    update(sessionUpdate="plan", entries=[{"content": secrets, "status": "pending", "priority": "high"}])
    update(sessionUpdate="something_new", secrets=secrets)
    tool_call = {"toolCallId": "t2", "title": f"May I use {key}?"}
    options = [{"optionId": "yes", "name": secrets, "kind": "allow_once"}]
    send(
        id="p1",
        method="session/request_permission",
        params={"sessionId": "s1", "toolCall": tool_call, "options": options},
    )
    sys.stdin.readline()
    say("agent_message_chunk", f"Add {key} to the list\n\n{auth}")
    refreshed = json.loads(auth) | {"access_token": "refreshed-access-token-0123456789"}
    AUTH.write_text(json.dumps(refreshed))
    if "fail" in prompt:
        send(id=request_id, error={"code": -32603, "message": f"401 for {key}", "data": {"details": secrets}})
    elif "crash" in prompt:
        os._exit(3)
    else:
        send(id=request_id, result={"stopReason": "end_turn"})


def main() -> None:
    while line := sys.stdin.readline():
        message = json.loads(line)
        method, request_id = message.get("method"), message.get("id")
        if method == "initialize":
            send(id=request_id, result={"protocolVersion": 1, "agentCapabilities": {}})
        elif method == "session/new":
            send(id=request_id, result={"sessionId": "s1"})
        elif method == "session/prompt":
            tell_everything(request_id, message["params"]["prompt"][0]["text"])


main()
