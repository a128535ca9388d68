"""The simulator as a program of its own, for whoever wants to play with it."""

import json
import subprocess
import sys
from pathlib import Path

import httpx
from tests.support.repositories import git


def test_it_says_how_to_reach_it_and_ends_when_told(tmp_path: Path) -> None:
    root = Path(__file__).parents[3]
    with subprocess.Popen(
        [sys.executable, "-m", "tests.support.github_simulator"], cwd=root, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        reach = json.loads(program.stdout.readline())
        headers = {"authorization": f"Bearer {reach['token']}"}
        assert httpx.get(f"{reach['api_url']}/user", headers=headers).json()["login"] == "ada"
        git(tmp_path, "clone", "-q", reach["repository_url"], "clone")
        program.terminate()
        assert program.wait(60) == 0
    assert (tmp_path / "clone" / "README.md").exists()
