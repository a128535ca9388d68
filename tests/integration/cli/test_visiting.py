"""`shopfloor shell`, `open` and `preview`, at a real terminal."""

from pathlib import Path

import pytest
from tests.integration.cli.programs import Shopfloor
from tests.support.client import ApiClient


@pytest.fixture
def order_id(api: ApiClient, checkout: Path) -> str:
    created = api.create(checkout, "demo: write hello.txt Hello", workflow_type="agent_workflow_build")
    return str(api.wait_for(created["agent_work_order_id"], "completed")["agent_work_order_id"])


def test_a_shell_in_the_sandbox(served: Shopfloor, order_id: str) -> None:
    with served.at_terminal("shell", order_id) as typed:
        typed.type("cat hello.txt; echo at-$((40+2)); sleep 600\n")
        typed.expect("at-42")
        assert "Hello" in typed.screen
        typed.press_ctrl_c()
        typed.type("exit 7\n")
        assert typed.exit_code() == 7


def test_where_a_shell_cannot_be(served: Shopfloor, order_id: str) -> None:
    piped = served.run("shell", order_id, stdin="ls\n")
    assert (piped.returncode, "needs a terminal" in piped.stderr) == (1, True)
    with served.at_terminal("shell", "wo-nothere1") as typed:
        typed.expect("error:")
        assert typed.exit_code() == 1


def test_where_the_sandbox_is(served: Shopfloor, api: ApiClient, order_id: str) -> None:
    page = served.run("open", order_id, "--print")
    assert page.stdout.strip() == f"{api.url}/orders/{order_id}"
    assert "no work order" in served.run("open", "wo-nothere1", "--print").stderr
    opened = served.json("open", order_id, "--editor", "code", "--print")
    assert (Path(opened["path"]) / "hello.txt").read_text().strip() == "Hello"
    assert opened["url"].startswith("vscode://file/")
    idea = served.json("open", order_id, "--editor", "idea", "--print")
    assert idea["url"].startswith("idea://open?file=%2F")


def test_a_preview_goes_on_without_its_watcher(served: Shopfloor, api: ApiClient, order_id: str) -> None:
    command = "echo begun-$((40+2)); exec python3 -m http.server $PORT --bind 127.0.0.1"
    with served.at_terminal("preview", order_id, "--command", command) as typed:
        typed.expect("begun-42")
        typed.expect(".localhost:")
        typed.press_ctrl_c()
        typed.expect("It goes on")
        assert typed.exit_code() == 0
    again = served.json("preview", order_id, "--detach")
    assert (again["state"], again["url"].startswith(again["origin"])) == ("running", True)
    assert served.json("preview", order_id, "--stop")["end_reason"] == "stopped"
    broken = served.run("preview", order_id, "--command", "echo no; exit 3")
    assert (broken.returncode, "exit code 3" in broken.stderr) == (1, True)
