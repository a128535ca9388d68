"""Which MCP servers and variables a project may have."""

from typing import Any

import pytest

from shopfloor.domain.mcp_servers import HttpMcpServer, StdioMcpServer, checked_mcp_servers, checked_variables
from shopfloor.errors import InvalidInput


def test_programs_and_addresses_are_told_apart() -> None:
    servers = checked_mcp_servers(
        [
            {"name": "files", "command": " mcp-files ", "args": ["--root", "."], "env": {"TOKEN": "x"}},
            {"name": "docs", "url": "https://docs.example.org/mcp", "headers": {"Authorization": "Bearer x"}},
            {"name": "bare", "command": "mcp"},
        ]
    )
    assert servers == (
        StdioMcpServer("files", "mcp-files", ("--root", "."), {"TOKEN": "x"}),
        HttpMcpServer("docs", "https://docs.example.org/mcp", {"Authorization": "Bearer x"}),
        StdioMcpServer("bare", "mcp"),
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "", "command": "x"},
        {"name": "no spaces", "command": "x"},
        {"name": "x"},
        {"name": "x", "command": "  "},
        {"name": "x", "url": "file:///etc/passwd"},
        {"name": "x", "url": "https://"},
        {"name": "x", "command": "x", "env": {"NOT-A-NAME": "1"}},
        {"name": "x", "command": "x", "env": {"HOME": "/root"}},
    ],
)
def test_what_cannot_be_one_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput) as caught:
        checked_mcp_servers([wrong])
    assert caught.value.field == "mcp_servers"


def test_names_are_used_once() -> None:
    with pytest.raises(InvalidInput, match="two MCP servers called x"):
        checked_mcp_servers([{"name": "x", "command": "a"}, {"name": "x", "command": "b"}])


@pytest.mark.parametrize("name", ["HOME", "TMPDIR", "1X", "A B", "A=B", ""])
def test_variables_that_cannot_be_set_are_refused(name: str) -> None:
    with pytest.raises(InvalidInput):
        checked_variables({name: "x"})
