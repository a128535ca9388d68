"""Speaks Claude's lines without a model, for what the real one does too rarely. Standard library only."""

import json
import os
import sys
import time
from pathlib import Path

SESSIONS = Path(os.environ["HOME"]) / "sessions"


def send(**message: object) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def succeed(request_id: object, **response: object) -> None:
    send(type="control_response", response={"subtype": "success", "request_id": request_id, "response": response})


def say(text: str) -> None:
    content = [{"type": "text", "text": text}]
    send(type="assistant", message={"id": text, "content": content}, parent_tool_use_id=None)


def answer(prompt: str) -> None:
    if prompt == "die":
        sys.stderr.write("out of ideas\n")
        sys.stderr.flush()
        os._exit(3)
    if prompt == "nonsense":
        while True:
            print("this is no message")
    if prompt == "hang":
        time.sleep(600)
    if prompt == "noise":
        print("a warning", flush=True)
    if prompt == "argv":
        say(json.dumps(sys.argv[1:]))
        config = sys.argv[sys.argv.index("--mcp-config") + 1] if "--mcp-config" in sys.argv else None
        say(Path(config).read_text() if config else "")
    say(f"You said {prompt}")
    send(type="result", subtype="success", is_error=False, stop_reason="end_turn", model_usage_since_last_result={})


def main() -> None:
    if "--resume" in sys.argv and not (SESSIONS / sys.argv[sys.argv.index("--resume") + 1]).exists():
        sys.stderr.write("No conversation found\n")
        sys.exit(1)
    if "--session-id" in sys.argv:
        SESSIONS.mkdir(exist_ok=True)
        (SESSIONS / sys.argv[sys.argv.index("--session-id") + 1]).touch()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "control_request":
            succeed(message["request_id"], models=[{"value": "default", "displayName": "Default"}])
        elif message["type"] == "user":
            answer(message["message"]["content"][0]["text"])


main()
