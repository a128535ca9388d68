"""From a clean HOME to a draft pull request, and the token is in nothing that anybody could read."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.support.client import ApiClient
from tests.support.github_simulator import Fault, GitHubSimulator
from tests.support.server_process import ServerProcess

SECONDS = 90.0


@pytest.fixture
def watched_git(tmp_path: Path) -> Path:
    """A folder with a git that writes down what it is started with, before the real one."""
    real = shutil.which("git")
    folder = tmp_path / "bin"
    folder.mkdir()
    log = tmp_path / "git.log"
    (folder / "git").write_text(f'#!/bin/sh\n{{ printf "%s\\n" "$@"; env; }} >> {log}\nexec {real} "$@"\n')
    (folder / "git").chmod(0o755)
    return folder


def test_run_from_a_clean_home_and_look_for_the_token_everywhere(
    github: GitHubSimulator, tmp_path: Path, watched_git: Path
) -> None:
    ada = github.add_user("ada")
    token, repository = github.add_token(ada), github.add_repository(ada, is_private=True)
    home, user_home = tmp_path / "home", tmp_path / "user"
    user_home.mkdir()
    environment = {
        "PATH": f"{watched_git}:{os.environ['PATH']}",
        "HOME": str(user_home),
        "SHOPFLOOR_HOME": str(home),
        "SHOPFLOOR_DEMO": "0",
        "SHOPFLOOR_LOG_LEVEL": "debug",
        "SHOPFLOOR_GITHUB_HOSTS": github.url,
        "GITHUB_TOKEN": token.value,
    }

    def shopfloor(*words: str, told: str | None = None) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "shopfloor.cli", *words],
            input=told,
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        return done.stdout + done.stderr

    prompt = (
        "demo: run env > environment.txt; git config --list --show-origin > config.txt; git remote -v >> config.txt"
    )
    said = shopfloor("run", prompt, "--repo", github.repository_url(repository), "--workflow", "build")
    (pull_request,) = github.pull_requests(repository)
    assert (pull_request.is_draft, pull_request.issue.author) == (True, ada)
    assert f"{github.url}/ada/app/pull/1" in said
    said += shopfloor("doctor")
    assert "a token in the server's environment, as ada" in said
    stored = github.add_token(ada)
    said += shopfloor("secrets", "set", "github_token", told=stored.value)
    token.is_revoked = True
    said += shopfloor("pr", "ready", "last")
    assert not pull_request.is_draft
    said += shopfloor("doctor")
    assert "the stored github_token, as ada" in said

    seen = github.world.git.run(repository.path, "show", f"{pull_request.head_sha}:environment.txt")
    seen += github.world.git.run(repository.path, "show", f"{pull_request.head_sha}:config.txt")
    assert "HOME=" in seen
    log = (tmp_path / "git.log").read_text()
    assert "GIT_CONFIG_COUNT" in log
    assert "receive-pack" in log or "push" in log
    places = {"output": said, "agent": seen, "git": log}
    places |= {str(path): path.read_bytes().decode("latin-1") for path in files_under(home, user_home)}
    assert any(path.endswith("shopfloor.db") for path in places)
    for value in (token.value, stored.value):
        assert [place for place, content in places.items() if value in content] == []


def files_under(*folders: Path) -> list[Path]:
    return [path for folder in folders for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]


def test_a_server_that_is_killed_while_it_opens_the_pull_request_finds_it_again(
    github: GitHubSimulator, tmp_path: Path
) -> None:
    ada = github.add_user("grace")
    token, repository = github.add_token(ada), github.add_repository(ada)
    issue = github.add_issue(repository, ada, "Add a greeting", "demo: write hello.txt Hello")
    server = ServerProcess(
        tmp_path / "home", settings={"github_hosts": github.url, "comment_on_issues": "1", "turn_attempts": "2"}
    )
    server.environment["GITHUB_TOKEN"] = token.value
    comments = f"/repos/{repository.full_name}/issues/{issue.number}/comments"
    try:
        server.start()
        server.wait_until_ready()
        for moment in (comments, f"/repos/{repository.full_name}/pulls"):
            github.plan(Fault("slow", method="POST", path=moment, seconds=2.0))
        api = ApiClient(server.url)
        body = {
            "repository_url": github.repository_url(repository),
            "github_issue_number": str(issue.number),
            "workflow_type": "agent_workflow_build",
        }
        order_id = api.ok("POST", "/agent-work-orders", json=body)["agent_work_order"]["agent_work_order_id"]
        for moment in (comments, f"/repos/{repository.full_name}/pulls"):
            wait_until_struck(github, moment)
            server.kill()
            server.start()
            server.wait_until_ready()
        order = api.wait_for(order_id, "completed", seconds=SECONDS)
        api.close()
    finally:
        server.close()
    (pull_request,) = github.pull_requests(repository)
    assert order["pull_request_number"] == pull_request.issue.number
    assert [body.split(":")[0] for body in (comment.body for comment in issue.comments)] == [
        "Work on this has begun",
        "Work on this is done",
    ]


def wait_until_struck(github: GitHubSimulator, path: str) -> None:
    deadline = time.monotonic() + SECONDS
    while any(fault.path == path for fault in github.faults._planned):
        assert time.monotonic() < deadline
        time.sleep(0.02)
