"""An agent that fails in the way its prompt says, after it has written a file. Speaks ACP with the standard library."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

NOT_ACP = "Deprecated: this is no message\n"


def send(**message: object) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def say(text: str) -> None:
    update = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": text}}
    send(method="session/update", params={"sessionId": "s1", "update": update})


def fail(request_id: object, message: str, **data: object) -> None:
    send(id=request_id, error={"code": -32603, "message": message, "data": data})


def leave_a_child() -> None:
    """One that hides from its parent, to see that it is found all the same."""
    subprocess.Popen(["sh", "-c", "(setsid sleep 987 &)"], stdout=subprocess.DEVNULL)


def misbehave(fault: str, request_id: object) -> None:
    if fault == "dies":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif fault == "hangs":
        time.sleep(600)
    elif fault == "floods":
        while True:
            say("x" * 60_000)
    elif fault == "nonsense":
        while True:
            sys.stdout.write(NOT_ACP)
    elif fault == "exits":
        os._exit(0)
    elif fault == "silent":
        send(id=request_id, result={"stopReason": "end_turn"})
    elif fault == "refuses":
        send(id=request_id, result={"stopReason": "refusal"})
    elif fault == "disk":
        sys.stderr.write("Error: ENOSPC: no space left on device, write\n")
        sys.stderr.flush()
        os._exit(1)
    elif fault == "quota":
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGXFSZ)
    elif fault == "login":
        send(id=request_id, error={"code": -32000, "message": "Authentication required"})
    elif fault == "credit":
        fail(request_id, "Your credit balance is too low to access the API", statusCode=400)
    elif fault == "context":
        fail(request_id, "prompt is too long: 210000 tokens > 200000 maximum", statusCode=400)
    elif fault == "model":
        fail(request_id, "model: no-such-model", error={"type": "not_found_error"})
    elif fault == "busy":
        fail(request_id, "Rate limited", statusCode=429, headers={"retry-after": "0.2"})
    else:
        say("All is well.")
        send(id=request_id, result={"stopReason": "end_turn"})


def open_session(request_id: object) -> None:
    """In a repository that asks for it, the first try finds the service busy."""
    tried = Path.home() / "tried"
    if Path("busy-at-first").exists() and not tried.exists():
        tried.touch()
        fail(request_id, "Overloaded", statusCode=529)
    else:
        send(id=request_id, result={"sessionId": "s1"})


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        method, request_id = message.get("method"), message.get("id")
        if method == "initialize":
            send(id=request_id, result={"protocolVersion": 1, "agentCapabilities": {}})
        elif method == "session/new":
            open_session(request_id)
        elif method == "session/prompt":
            text = message["params"]["prompt"][0]["text"]
            fault = text.rpartition("fault: ")[2].split()[0] if "fault: " in text else ""
            with open("so-far.txt", "w") as file:
                file.write(fault)
            leave_a_child()
            misbehave(fault, request_id)


main()
