from pathlib import Path

import pytest

from shopfloor.cli.doctor import (
    check_agent,
    check_agents,
    check_git,
    check_github,
    check_home,
    check_python,
    check_space,
    judge_git,
)


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ("git version 2.38.0", "ok"),
        ("git version 2.39.5 (Apple Git-154)", "ok"),
        ("git version 2.37.9", "fail"),
        ("?", "fail"),
    ],
)
def test_git_must_be_new_enough(answer: str, status: str) -> None:
    assert judge_git(answer, "Install it.").status == status


def test_git_that_is_missing_is_a_failure_that_says_what_to_do() -> None:
    finding = check_git(None, {})
    assert (finding.status, finding.message) == ("fail", "not found on PATH")
    assert "Install git" in finding.advice


def test_python_must_be_new_enough() -> None:
    assert check_python((3, 10, 12)).status == "fail"
    assert check_python((3, 13, 0)).status == "ok"


@pytest.mark.parametrize(("free", "status"), [(100 * 2**20, "fail"), (2**30, "warn"), (50 * 2**30, "ok")])
def test_space_may_be_scarce(free: int, status: str) -> None:
    assert check_space(free).status == status


def test_a_home_that_cannot_be_made_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert check_home(tmp_path / "file" / "home").status == "fail"
    assert check_home(tmp_path / "home").status == "ok"


def test_the_demo_agent_alone_is_worth_a_hint() -> None:
    demo = {"name": "demo", "is_installed": True}
    assert check_agents([demo, {"name": "custom", "is_installed": False}]).status == "warn"
    assert check_agents([demo, {"name": "custom", "is_installed": True}]).message == "demo, custom"
    assert check_agents([]).status == "fail"


def test_an_agent_that_is_not_signed_in_is_worth_a_hint() -> None:
    agent = {"name": "claude", "version": "2.1.325", "signed_in": "no", "hint": "Run `claude`."}
    finding = check_agent(agent)
    assert (finding.status, finding.message, finding.advice) == ("warn", "2.1.325, not signed in", "Run `claude`.")
    assert check_agent(agent | {"signed_in": "yes", "hint": None}).status == "ok"
    assert check_agent({"name": "custom", "version": None, "signed_in": "unknown"}).message == (
        "version unknown, sign-in unknown"
    )


def test_it_says_with_which_credential_github_is_spoken_to() -> None:
    none = dict.fromkeys(("source", "login", "scopes", "error_code", "error_message", "hint"))
    there = {**none, "host": "github.com"}
    stored = check_github({**there, "source": "user_token", "login": "ada", "scopes": ["repo"]})
    assert stored.message == "the stored github_token, as ada on github.com, scopes repo"
    app = check_github({**there, "source": "github_app", "login": "floor[bot]"})
    assert app.message == "the GitHub App, as floor[bot] on github.com"
    missing = check_github({**there, "hint": "Set one: shopfloor secrets set github_token"})
    assert missing.message == "no token for github.com. Set one: shopfloor secrets set github_token"
    bad = check_github({**there, "source": "gh", "error_code": "bad_credentials", "error_message": "No.", "hint": "Ah"})
    assert (bad.status, bad.message, bad.advice) == ("warn", "the sign-in of gh: No.", "Ah")
