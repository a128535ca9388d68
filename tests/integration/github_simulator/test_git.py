"""Clone and push with the real git over HTTP, and how GitHub refuses."""

import subprocess
import time
from pathlib import Path

import httpx
import pytest
from tests.integration.github_simulator.conftest import Scene
from tests.support.repositories import git


@pytest.fixture
def checkout(scene: Scene, tmp_path: Path) -> Path:
    git(tmp_path, "clone", "-q", scene.clone_url, "checkout")
    return tmp_path / "checkout"


def _commit(checkout: Path, name: str = "new.py", text: str = "1\n") -> None:
    (checkout / name).parent.mkdir(parents=True, exist_ok=True)
    (checkout / name).write_text(text)
    git(checkout, "add", "-A")
    git(checkout, "commit", "-q", "-m", f"Add {name}")


def _push(checkout: Path, url: str, branch: str) -> str:
    """What git says when it fails; nothing when it does not."""
    environment = {"PATH": "/usr/bin:/bin", "GIT_TERMINAL_PROMPT": "0", "LANG": "C.UTF-8", "HOME": str(checkout)}
    done = subprocess.run(
        ["git", "push", "-q", url, f"HEAD:refs/heads/{branch}"],
        cwd=checkout, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stderr if done.returncode else ""


def test_a_push_arrives_and_the_pull_request_follows(scene: Scene, checkout: Path) -> None:
    scene.open_pull_request("feature")
    git(checkout, "fetch", "-q", "origin", "feature")
    git(checkout, "checkout", "-q", "feature")
    _commit(checkout, "large.bin", "x" * 3_000_000)
    assert _push(checkout, scene.clone_url, "feature") == ""
    head = git(checkout, "rev-parse", "HEAD")
    assert scene.ok("GET", "/repos/ada/app/pulls/1")["head"]["sha"] == head
    assert scene.github.world.git.sha(scene.repository.path, "refs/pull/1/head") == head


def test_refusals_in_github_s_words(scene: Scene, checkout: Path) -> None:
    _commit(checkout, ".github/workflows/ci.yml", "on: push\n")
    scene.github.git_http.max_file_bytes = 1000
    scene.repository.protected_branches["trunk"] = "Changes must be made through a pull request."
    protected = _push(checkout, scene.clone_url, "trunk")
    assert "GH006: Protected branch update failed for refs/heads/trunk." in protected
    assert "(protected branch hook declined)" in protected
    narrow = scene.github.add_token(scene.ada, ["repo"])
    workflow = _push(checkout, scene.clone_url.replace(scene.token.value, narrow.value), "other")
    assert "create or update workflow `.github/workflows/ci.yml` without `workflow` scope" in workflow
    _commit(checkout, "big.bin", "x" * 2000)
    assert "GH001: Large files detected" in _push(checkout, scene.clone_url, "other")
    assert list(scene.github.world.git.branches(scene.repository.path)) == ["trunk"]


def test_who_may_not_push(scene: Scene, checkout: Path) -> None:
    _commit(checkout)
    eve = scene.github.add_token(scene.github.add_user("eve")).value
    assert "Permission to ada/app.git denied to eve" in _push(checkout, _with(scene, eve), "x")
    assert "Authentication failed" in _push(checkout, _with(scene, "wrong"), "x")
    scene.repository.is_private = True
    assert "not found" in _push(checkout, _with(scene, eve), "x")
    scene.repository.is_archived = True
    assert "archived so it is read-only" in _push(checkout, scene.clone_url, "x")


def test_a_moved_repository_is_still_reached(scene: Scene, checkout: Path) -> None:
    scene.github.world.move_repository(scene.repository, scene.ada, "renamed")
    _commit(checkout)
    assert _push(checkout, scene.clone_url, "feature") == ""
    assert "feature" in scene.github.world.git.branches(scene.repository.path)


def test_a_fork_comes_later_and_opens_a_pull_request_across(scene: Scene, checkout: Path) -> None:
    scene.github.world.fork_seconds = 1.0
    eve = scene.github.add_token(scene.github.add_user("eve")).value
    with httpx.Client(base_url=scene.github.api_url, headers={"authorization": f"Bearer {eve}"}) as http:
        forked = http.post("/repos/ada/app/forks", json={})
        assert (forked.status_code, forked.json()["full_name"]) == (202, "eve/app")
        url = _with(scene, eve).replace("/ada/app.git", "/eve/app.git")
        _commit(checkout)
        refusal = _push(checkout, url, "feature")
        assert refusal == "" or "not found" in refusal
        deadline = time.monotonic() + 60
        while _push(checkout, url, "feature"):
            assert time.monotonic() < deadline
        body = {"title": "Across", "head": "eve:feature", "base": "trunk", "draft": True}
        opened = http.post("/repos/ada/app/pulls", json=body).json()
    assert opened["head"]["repo"]["full_name"] == "eve/app"
    assert scene.ok("GET", "/repos/ada/app/pulls?head=eve:feature")[0]["number"] == 1


def _with(scene: Scene, token: str) -> str:
    return scene.clone_url.replace(scene.token.value, token)
