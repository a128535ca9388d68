import pytest

from shopfloor.domain.mcp_servers import HttpMcpServer, StdioMcpServer
from shopfloor.domain.secret_references import filled, filled_server, is_variable, names_in, texts_of


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("${secret:A}", {"A"}),
        ("x ${secret:a.b-c} ${secret:A}", {"a.b-c", "A"}),
        ("$A ${A} ${secret:} ${secret:1}", set()),
    ],
)
def test_references_are_found(text: str, names: set[str]) -> None:
    assert names_in([text]) == names


def test_values_are_put_in_once() -> None:
    assert filled("${secret:A}-${secret:B}", {"A": "${secret:B}", "B": r"\1"}) == r"${secret:B}-\1"


def test_servers_are_filled_wherever_they_have_values() -> None:
    web = HttpMcpServer("docs", "https://x/${secret:K}", {"Authorization": "Bearer ${secret:K}"})
    program = StdioMcpServer("files", "run", ("--key", "${secret:K}"), {"KEY": "${secret:K}"})
    assert filled_server(web, {"K": "v"}) == HttpMcpServer("docs", "https://x/v", {"Authorization": "Bearer v"})
    assert filled_server(program, {"K": "v"}) == StdioMcpServer("files", "run", ("--key", "v"), {"KEY": "v"})
    assert all(names_in([text]) == {"K"} for text in texts_of(web))


@pytest.mark.parametrize(("name", "is_one"), [("API_KEY", True), ("A1", True), ("github_token", False), ("A-B", False)])
def test_names_in_capitals_are_variables(name: str, is_one: bool) -> None:
    assert is_variable(name) is is_one
