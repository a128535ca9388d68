"""What the server refuses, or that it is not there, as the command tells it."""

from pathlib import Path

from click.testing import CliRunner
from tests.unit.cli.fake_floor import ORDER, ORDER_ID, PULL_REQUEST, Answer, Command, FakeFloor, a_page, a_problem

from shopfloor.cli.main import cli


def test_a_problem_is_its_message_and_what_to_do(shopfloor: Command, floor: FakeFloor) -> None:
    floor.answers[f"POST {ORDER}/cancel"] = a_problem(409, "It is completed.", hint="File a new one.")
    result = shopfloor("cancel", ORDER_ID)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "error: It is completed.\n  File a new one.\n"


def test_a_request_that_is_not_valid_is_wrong_usage(shopfloor: Command, floor: FakeFloor) -> None:
    floor.answers["POST agent-work-orders"] = a_problem(422, "There is no agent called x.", field="agent")
    assert shopfloor("run", "Do it", "--agent", "x", "--repo", "https://example.org/a/b").exit_code == 2


def test_conflicts_name_the_files(shopfloor: Command, floor: FakeFloor) -> None:
    floor.answers_to(f"GET {ORDER}/pull-request", PULL_REQUEST | {"is_draft": False})
    floor.answers[f"POST {ORDER}/pull-request/merge"] = a_problem(
        409, "It conflicts.", conflicting_files=["a.py", "b.py"]
    )
    result = shopfloor("pr", "merge", ORDER_ID)
    assert result.exit_code == 1
    assert "a.py, b.py" in result.stderr


def test_what_is_no_shopfloor_is_told_as_such(shopfloor: Command, floor: FakeFloor) -> None:
    floor.answers["GET agent-work-orders"] = Answer("<html>", 502, "text/html")
    result = shopfloor("list")
    assert result.exit_code == 1
    assert "Is this a Shopfloor server?" in result.stderr


def test_a_server_that_is_not_there_is_exit_code_5(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["list", "--url", "http://127.0.0.1:1"])
    assert result.exit_code == 5
    assert "shopfloor serve" in result.stderr


def test_the_key_goes_with_every_request(shopfloor: Command, floor: FakeFloor) -> None:
    floor.answers_to("GET agent-work-orders", a_page())
    shopfloor("list")
    assert {name.lower(): value for name, value in floor.headers[0].items()}["authorization"] == "Bearer k3y"
