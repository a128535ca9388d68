"""A tiny MCP server on standard input and output: one tool, which greets. Run as a program."""

import json
import os
import sys


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message:
            answer = {"jsonrpc": "2.0", "id": message["id"], "result": _result(message)}
            print(json.dumps(answer), flush=True)


def _result(message: dict[str, object]) -> dict[str, object]:
    if message["method"] == "initialize":
        info = {"name": "greeter", "version": "1"}
        return {"protocolVersion": "2025-03-26", "capabilities": {"tools": {}}, "serverInfo": info}
    if message["method"] == "tools/list":
        schema = {"type": "object", "properties": {"name": {"type": "string"}}}
        return {"tools": [{"name": "greet", "description": "Greets.", "inputSchema": schema}]}
    params = message["params"]
    assert isinstance(params, dict)
    text = f"{os.environ['GREETING']}, {params['arguments']['name']}! {' '.join(sys.argv[1:])}"
    return {"content": [{"type": "text", "text": text}], "isError": False}


if __name__ == "__main__":
    main()
