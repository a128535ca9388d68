"""The files of a sandbox over HTTP, as a person uses them and as a hostile agent would have them used."""

import os
import threading
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from tests.support.client import ApiClient, parse_stream
from tests.support.repositories import git

BUILD = {"workflow_type": "agent_workflow_build"}


class Files:
    def __init__(self, api: ApiClient, order_id: str) -> None:
        self.api = api
        self.order_id = order_id
        self.root = f"/agent-work-orders/{order_id}"

    @property
    def workspace(self) -> Path:
        return Path(self.api.ok("GET", f"{self.root}/sandbox")["workspace_path"])

    def url(self, path: str) -> str:
        return f"{self.root}/files/{quote(path)}"

    def read(self, path: str) -> bytes:
        response = self.api.http.get(self.url(path))
        assert response.status_code == 200, response.text
        return response.content

    def write(self, path: str, content: bytes, **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.api.http.put(self.url(path), content=content, headers=named)

    def list(self, path: str = "") -> dict[str, dict[str, Any]]:
        found = self.api.ok("GET", f"{self.root}/files", params={"path": path})["files"]
        return {each["path"]: each for each in found}

    def change(self, **body: str) -> Any:
        return self.api.http.post(f"{self.root}/files", json=body)

    def status(self, method: str, path: str) -> int:
        return self.api.http.request(method, self.url(path), content=b"x" if method == "PUT" else None).status_code


@pytest.fixture(scope="module")
def module_repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tests.support.repositories import make_repository

    return make_repository(tmp_path_factory.mktemp("files") / "things.git")


@pytest.fixture(scope="module")
def files(api: ApiClient, module_repository: Path) -> Files:
    """Of an order that has ended: its sandbox is made again for whoever looks."""
    prompt = "demo: write src/app.py print(1)\ndemo: write .gitignore build/\ndemo: write docs/a.md Hello"
    order = api.create(module_repository, prompt, **BUILD)
    api.wait_for(order["agent_work_order_id"], "completed")
    files = Files(api, order["agent_work_order_id"])
    files.list()
    return files


def test_look_around_and_edit(files: Files) -> None:
    assert {"src", "docs", ".gitignore"} <= set(files.list())
    assert ".git" not in files.list()
    assert files.read("src/app.py").strip() == b"print(1)"
    etag = files.list("src")["src/app.py"]["etag"]
    written = files.write("src/app.py", b"print(2)\n", if_match=etag)
    assert written.status_code == 200
    assert files.list("src")["src/app.py"]["git_state"] == "modified"
    stale = files.write("src/app.py", b"print(3)\n", if_match=etag)
    assert (stale.status_code, stale.json()["code"]) == (412, "file_changed")
    assert files.read("src/app.py") == b"print(2)\n"
    assert files.write("src/app.py", b"", if_none_match="*").status_code == 412


def test_states_of_files(files: Files) -> None:
    files.write("new/deep/file.txt", b"1")
    files.write("build/out.bin", b"\0")
    listed = files.list()
    assert listed["new"]["git_state"] == "untracked"
    assert listed["build"]["git_state"] == "ignored"
    assert files.list("new/deep")["new/deep/file.txt"]["git_state"] == "untracked"


def test_make_move_and_remove(files: Files) -> None:
    assert files.change(action="make_folder", path="box/inner").status_code == 204
    taken = files.change(action="make_folder", path="box/inner")
    assert (taken.status_code, "another name" in taken.json()["hint"]) == (412, True)
    assert files.change(action="make_folder", path="").json()["field"] == "path"
    files.write("box/a.txt", b"a")
    assert files.change(action="move", path="box/a.txt", to="box/inner/b.txt").status_code == 204
    assert files.read("box/inner/b.txt") == b"a"
    files.write("box/c.txt", b"c")
    assert files.change(action="move", path="box/c.txt", to="box/inner/b.txt").status_code == 412
    assert files.change(action="move", path="box", to="box/inner/box").status_code == 422
    assert files.change(action="move", path="box").status_code == 422
    assert files.status("DELETE", "box") == 204
    assert files.status("GET", "box/c.txt") == 404
    assert files.status("DELETE", "box") == 404


def test_names_of_all_kinds(files: Files) -> None:
    for name in ("with space.txt", "quo\"te's.txt", "ünï😀.txt", "a%2fb.txt", "new\nline.txt", "-rf", "q?x#y.txt"):
        assert files.write(f"odd/{name}", name.encode()).status_code == 200, name
        assert files.read(f"odd/{name}") == name.encode()
    (files.workspace / "odd" / os.fsdecode(b"\xff.txt")).write_bytes(b"1")
    (listed,) = [path for path in files.list("odd") if path.endswith("\uefff.txt")]
    assert files.read(listed) == b"1"
    assert files.list("odd")[listed]["git_state"] == "untracked"
    assert files.change(action="move", path=listed, to="odd/good.txt").status_code == 204
    assert len(files.list("odd")) == 8


def raw_status(files: Files, method: str, path: str) -> int:
    """With the path as it is: clients that mean well tidy it up before they send it."""
    address = urlsplit(files.api.url)
    connection = HTTPConnection(str(address.hostname), address.port, timeout=30)
    connection.request(method, f"/api{files.root}/files/{path}", body=b"x" if method == "PUT" else None)
    status = connection.getresponse().status
    connection.close()
    return status


@pytest.mark.parametrize(
    "path",
    [
        *("..", "../outside.txt", "src/../../outside.txt", "%2e%2e/outside.txt", "src/%2e%2e/%2e%2e/outside.txt"),
        *("..%2foutside.txt", "%2f..%2foutside.txt", "/etc/passwd", "%2fetc%2fpasswd", "a%00b", "."),
    ],
)
@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_paths_that_leave_the_sandbox(files: Files, method: str, path: str) -> None:
    assert raw_status(files, method, path) in (404, 422)
    assert not (files.workspace.parent / "outside.txt").exists()


@pytest.mark.parametrize("link", ["to-passwd", "to-etc", "up", "chain", "loop", "absolute-git"])
def test_links_that_leave_the_sandbox(files: Files, link: str) -> None:
    targets = {
        "to-passwd": "/etc/passwd",
        "to-etc": "/etc",
        "up": "../..",
        "chain": "up",
        "loop": "loop",
        "absolute-git": str(files.workspace / ".git"),
    }
    for name, target in targets.items():
        place = files.workspace / name
        if not place.is_symlink():
            place.symlink_to(target)
    tail = {"to-etc": "/passwd", "up": "/home", "chain": "/home"}.get(link, "")
    assert files.status("PUT", f"{link}{tail}") in (403, 404, 422)
    if link != "absolute-git":
        assert files.status("GET", f"{link}{tail}") in (403, 404, 422)
    assert files.status("DELETE", link) == 204
    assert Path("/etc/passwd").exists()
    assert (files.workspace / ".git").exists()


@pytest.mark.parametrize("path", [".git", ".git/config", ".GIT/config", "src/../.git"])
def test_gits_own_files_are_not_written(files: Files, path: str) -> None:
    assert files.status("PUT", path) in (404, 422)
    assert files.status("DELETE", path) in (404, 422)
    assert files.change(action="move", path="src/app.py", to=path).status_code in (404, 422)


def test_pipes_and_devices_do_not_block(files: Files) -> None:
    os.mkfifo(files.workspace / "pipe")
    assert files.status("GET", "pipe") == 422
    assert files.list()["pipe"]["kind"] == "other"
    assert files.status("DELETE", "pipe") == 204


def test_a_race_of_links_never_shows_the_outside(files: Files) -> None:
    """An agent that swaps a folder for a link as fast as it can."""
    (files.workspace / "swap").mkdir()
    (files.workspace / "swap" / "hostname").write_text("inside")
    stop = threading.Event()

    def swap() -> None:
        place, aside = files.workspace / "swap", files.workspace / "aside"
        while not stop.is_set():
            place.rename(aside)
            place.symlink_to("/etc")
            place.unlink()
            aside.rename(place)

    swapper = threading.Thread(target=swap)
    swapper.start()
    try:
        for _ in range(150):
            response = files.api.http.get(files.url("swap/hostname"))
            assert response.status_code in (200, 404, 422)
            if response.status_code == 200:
                assert response.content == b"inside"
    finally:
        stop.set()
        swapper.join()


def test_files_with_keys_are_refused(files: Files) -> None:
    (files.workspace / ".env").write_text("PASSWORD=hunter2")
    (files.workspace / "innocent.txt").symlink_to(".env")
    assert files.list()[".env"]["is_sensitive"]
    for path in (".env", "innocent.txt"):
        refused = files.api.http.get(files.url(path))
        assert (refused.status_code, refused.json()["code"]) == (403, "file_refused")
        assert "hunter2" not in refused.text
    assert files.status("PUT", ".env") == 403
    assert files.status("PUT", "innocent.txt") == 403
    assert files.change(action="move", path="src/app.py", to=".env.local").status_code == 403
    (files.workspace / ".kube").mkdir()
    assert files.change(action="move", path=".kube", to="shown").status_code == 403
    found = files.api.ok("GET", f"{files.root}/file-search", params={"q": "hunter2", "content": "true"})
    assert found["lines"] == []


def test_a_page_of_the_sandbox_does_not_run_as_ours(files: Files) -> None:
    files.write("evil.html", b"<script>alert(1)</script>")
    files.write("evil.svg", b"<svg onload=alert(1)>")
    files.write("dot.png", b"\x89PNG")
    for name in ("evil.html", "evil.svg"):
        response = files.api.http.get(files.url(name))
        assert response.headers["content-type"].startswith("text/plain")
        assert "sandbox" in response.headers["content-security-policy"]
        assert response.headers["x-content-type-options"] == "nosniff"
    assert files.api.http.get(files.url("dot.png")).headers["content-type"] == "image/png"
    downloaded = files.api.http.get(files.url("dot.png"), params={"download": True})
    assert downloaded.headers["content-disposition"].startswith("attachment")


def test_files_over_the_limit(files: Files) -> None:
    with (files.workspace / "huge").open("wb") as file:
        file.truncate(11 * 2**20)
    assert files.api.http.get(files.url("huge")).json()["code"] == "content_too_large"
    assert files.write("large.bin", b"x" * (2 * 2**20)).status_code == 200
    assert files.write("larger.bin", b"x" * (11 * 2**20)).status_code == 413
    (files.workspace / "huge").unlink()


def test_search(files: Files) -> None:
    files.write("find/needle_one.txt", b"first\nA Needle here\n")
    by_name = files.api.ok("GET", f"{files.root}/file-search", params={"q": "needle"})
    assert by_name["paths"] == ["find/needle_one.txt"]
    lines = files.api.ok("GET", f"{files.root}/file-search", params={"q": "needle", "content": "true"})["lines"]
    assert lines == [{"path": "find/needle_one.txt", "line": 2, "text": "A Needle here"}]
    exact = {"q": "needle", "content": "true", "match_case": "true"}
    assert files.api.ok("GET", f"{files.root}/file-search", params=exact)["lines"] == []
    nul = files.api.http.get(f"{files.root}/file-search", params={"q": "\0", "content": "true"})
    assert nul.status_code == 422
    for nonsense in ("-e", "[", "\\", "$(id)"):
        files.api.ok("GET", f"{files.root}/file-search", params={"q": nonsense, "content": "true"})


def test_changes_are_told_as_they_happen(files: Files) -> None:
    with files.api.http.stream("GET", f"{files.root}/file-changes") as stream:
        lines = stream.iter_lines()
        assert next(lines).startswith(":")
        (files.workspace / "told.txt").write_text("1")
        changes = (each for event in parse_stream(lines) for each in event.data["changes"])
        told = next(each for each in changes if each["path"] == "told.txt")
    assert told["change"] in ("added", "modified")


@pytest.fixture
def fresh(api: ApiClient, repository: Path) -> Files:
    order = api.create(repository, "demo: write a.txt 1", **BUILD)
    api.wait_for(order["agent_work_order_id"], "completed")
    return Files(api, order["agent_work_order_id"])


def test_what_a_person_changed_is_committed_as_hers(fresh: Files, repository: Path) -> None:
    fresh.write("a.txt", b"by hand\n")
    done = fresh.api.ok("POST", f"{fresh.root}/commits", json={"message": "Better by hand"})
    assert done["committed"]
    branch = fresh.api.get(fresh.order_id)["git_branch_name"]
    assert git(repository, "show", f"{branch}:a.txt") == "by hand"
    message = git(repository, "log", "-1", "--format=%B", branch)
    assert message.startswith("Better by hand")
    assert "Co-authored-by" not in message
    assert "Phase:" not in message
    assert not fresh.api.ok("POST", f"{fresh.root}/commits", json={})["committed"]


def test_edits_between_turns_go_before_the_agents(fresh: Files, repository: Path) -> None:
    fresh.write("mine.txt", b"mine\n")
    fresh.api.ok("POST", f"{fresh.root}/prompt", json={"prompt_text": "demo: write theirs.txt theirs"})
    order = fresh.api.wait_for(fresh.order_id, "completed")
    form = "--format=%s|%(trailers:key=Phase,valueonly,separator=%x2C)"
    subjects = git(repository, "log", "-2", form, order["git_branch_name"])
    newest, before = subjects.splitlines()
    assert newest.endswith("|implementing")
    assert before == "Changes made by hand|"
    assert git(repository, "show", f"{order['git_branch_name']}~1:mine.txt") == "mine"
    shas = [e for e in fresh.api.events(fresh.order_id) if e["type"] == "git_commit_created"]
    assert [each["phase"] for each in shas] == ["implementing", None, "implementing"]


def test_no_sandbox_to_look_into(api: ApiClient, repository: Path) -> None:
    order = api.create(repository, "demo: sleep 300", **BUILD)
    order_id = order["agent_work_order_id"]
    api.wait_for_event(order_id, "agent_command_started")
    at_work = api.http.post(f"/agent-work-orders/{order_id}/commits", json={})
    assert at_work.status_code == 409
    api.ok("POST", f"/agent-work-orders/{order_id}/cancel")
    gone = api.http.get(f"/agent-work-orders/{order_id}/files")
    assert (gone.status_code, "cancelled" in gone.json()["detail"]) == (409, True)
    assert api.http.get("/agent-work-orders/wo-nothere/files").status_code == 404
