"""The API as a client meets it; the scene checks the contract of every exchange at its end."""

from collections.abc import Iterator

import httpx
import pytest
from tests.integration.github_simulator.conftest import Scene
from tests.support.github_simulator import Fault, Permission


@pytest.fixture
def bob(scene: Scene) -> Iterator[httpx.Client]:
    """May push."""
    account = scene.github.add_user("bob")
    scene.repository.collaborators["bob"] = Permission.WRITE
    headers = {"authorization": f"token {scene.github.add_token(account).value}"}
    with httpx.Client(base_url=scene.github.api_url, headers=headers, timeout=60) as http:
        yield http


def test_users_and_repositories(scene: Scene, bob: httpx.Client) -> None:
    assert scene.ok("GET", "/user")["login"] == "ada"
    assert scene.ok("GET", "/users/bob")["login"] == "bob"
    repository = scene.ok("GET", "/repos/ADA/App")
    assert (repository["default_branch"], repository["permissions"]["push"]) == ("trunk", True)
    assert [each["name"] for each in scene.ok("GET", "/repos/ada/app/branches")] == ["trunk"]
    sha = scene.ok("GET", "/repos/ada/app/branches/trunk")["commit"]["sha"]
    assert scene.ok("GET", "/repos/ada/app/git/ref/heads/trunk")["object"]["sha"] == sha
    assert scene.ok("GET", "/repos/ada/app/collaborators/bob/permission")["permission"] == "write"
    assert [each["full_name"] for each in bob.get("/user/repos").json()] == ["ada/app"]
    assert scene.ok("GET", "/rate_limit")["rate"]["limit"] == 5000


def test_issues_comments_and_labels(scene: Scene, bob: httpx.Client) -> None:
    scene.ok("POST", "/repos/ada/app/issues", {"title": "A bug", "body": "It hurts", "labels": ["bug"]})
    comment = bob.post("/repos/ada/app/issues/1/comments", json={"body": "Indeed"}).json()
    url = f"/repos/ada/app/issues/comments/{comment['id']}"
    scene.ok("PATCH", url, {"body": "Indeed!"})
    assert scene.ok("GET", url)["body"] == "Indeed!"
    assert [each["body"] for each in scene.ok("GET", "/repos/ada/app/issues/1/comments")] == ["Indeed!"]
    scene.ok("DELETE", url)
    scene.ok("POST", "/repos/ada/app/issues/1/labels", {"labels": ["urgent"]})
    assert {each["name"] for each in scene.ok("GET", "/repos/ada/app/issues/1/labels")} == {"bug", "urgent"}
    assert scene.http.delete("/repos/ada/app/issues/1/labels/absent").status_code == 404
    scene.ok("PUT", "/repos/ada/app/issues/1/labels", {"labels": ["bug"]})
    assert scene.ok("GET", "/search/issues?q=repo:ada/app+is:issue+hurts")["total_count"] == 1
    scene.ok("PATCH", "/repos/ada/app/issues/1", {"state": "closed"})
    assert scene.ok("GET", "/repos/ada/app/issues") == []
    assert [each["number"] for each in scene.ok("GET", "/repos/ada/app/issues?state=all&labels=bug")] == [1]


@pytest.mark.parametrize("method", ["merge", "squash", "rebase"])
def test_a_pull_request_from_draft_to_merge(scene: Scene, method: str) -> None:
    opened = scene.open_pull_request(draft=True, body="Because")
    assert (opened["draft"], opened["mergeable"]) == (True, None)
    assert scene.ok("GET", "/repos/ada/app/pulls/1")["mergeable"] is True
    refused = scene.http.put("/repos/ada/app/pulls/1/merge", json={})
    assert (refused.status_code, refused.json()["message"]) == (405, "Pull Request is still a draft")
    mutation = "mutation($id: ID!) {markPullRequestReadyForReview(input: {pullRequestId: $id}) {pullRequest {isDraft}}}"
    answer = scene.graphql(mutation, id=opened["node_id"])
    assert answer["data"]["markPullRequestReadyForReview"]["pullRequest"] == {"isDraft": False}
    assert scene.http.put("/repos/ada/app/pulls/1/merge", json={"sha": "0" * 40}).status_code == 409
    merged = scene.ok("PUT", "/repos/ada/app/pulls/1/merge", {"merge_method": method})
    git = scene.github.world.git
    assert git.sha(scene.repository.path, "refs/heads/trunk") == merged["sha"]
    assert "new.py" in git.run(scene.repository.path, "ls-tree", "--name-only", "trunk")
    assert scene.ok("GET", "/repos/ada/app/pulls/1")["merged"] is True


def test_pull_requests_that_cannot_be(scene: Scene) -> None:
    scene.open_pull_request()
    for head, base, said in (
        ("feature", "trunk", "A pull request already exists for ada:feature."),
        ("trunk", "feature", "No commits between feature and trunk"),
    ):
        refused = scene.http.post("/repos/ada/app/pulls", json={"title": "x", "head": head, "base": base})
        assert (refused.status_code, refused.json()["errors"][0]["message"]) == (422, said)
    for field, body in (("head", {"head": "absent", "base": "trunk"}), ("base", {"head": "feature", "base": "absent"})):
        refused = scene.http.post("/repos/ada/app/pulls", json={"title": "x", **body})
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, field)


def test_a_conflict_is_seen_and_refused(scene: Scene) -> None:
    scene.open_pull_request()
    scene.github.actions.commit(scene.repository, scene.ada, "trunk", {"new.py": "2\n"}, "The same file")
    assert scene.ok("GET", "/repos/ada/app/pulls/1")["mergeable"] is None
    assert scene.ok("GET", "/repos/ada/app/pulls/1")["mergeable_state"] == "dirty"
    assert scene.http.put("/repos/ada/app/pulls/1/merge", json={}).status_code == 405


def test_reviews_with_comments_and_replies(scene: Scene, bob: httpx.Client) -> None:
    opened = scene.open_pull_request()
    scene.ok("POST", "/repos/ada/app/pulls/1/requested_reviewers", {"reviewers": ["bob"]})
    assert scene.ok("GET", "/repos/ada/app/pulls/1/requested_reviewers")["users"][0]["login"] == "bob"
    comments = [{"path": "new.py", "line": 1, "body": "Two, please"}]
    review = bob.post(
        "/repos/ada/app/pulls/1/reviews", json={"event": "REQUEST_CHANGES", "body": "Not yet", "comments": comments}
    ).json()
    assert review["state"] == "CHANGES_REQUESTED"
    assert scene.ok("GET", f"/repos/ada/app/pulls/1/reviews/{review['id']}")["body"] == "Not yet"
    [comment] = scene.ok("GET", f"/repos/ada/app/pulls/1/reviews/{review['id']}/comments")
    url = f"/repos/ada/app/pulls/1/comments/{comment['id']}/replies"
    reply = scene.ok("POST", url, {"body": "Done"})
    assert reply["in_reply_to_id"] == comment["id"]
    again = scene.http.post(f"/repos/ada/app/pulls/1/comments/{reply['id']}/replies", json={"body": "No"})
    assert again.status_code == 404
    lone = {"path": "new.py", "line": 1, "body": "Why?", "commit_id": opened["head"]["sha"]}
    scene.ok("POST", "/repos/ada/app/pulls/1/comments", lone)
    assert [each["body"] for each in scene.ok("GET", "/repos/ada/app/pulls/1/comments")] == [
        "Two, please",
        "Done",
        "Why?",
    ]
    own = scene.http.post("/repos/ada/app/pulls/1/reviews", json={"event": "APPROVE"})
    assert own.status_code == 422


def test_checks_and_files_of_a_pull_request(scene: Scene) -> None:
    sha = scene.open_pull_request()["head"]["sha"]
    scene.github.add_check_run(scene.repository, sha, "ci", "failure")
    scene.github.add_status(scene.repository, sha, "lint", "success", scene.ada)
    assert scene.ok("GET", f"/repos/ada/app/commits/{sha}/check-runs")["check_runs"][0]["conclusion"] == "failure"
    assert scene.ok("GET", f"/repos/ada/app/commits/{sha}/status")["state"] == "success"
    assert scene.ok("GET", "/repos/ada/app/commits/feature/statuses")[0]["context"] == "lint"
    assert scene.ok("GET", "/repos/ada/app/pulls/1")["mergeable_state"] == "unstable"
    assert scene.ok("GET", "/repos/ada/app/pulls/1/files")[0]["filename"] == "new.py"
    assert scene.ok("GET", "/repos/ada/app/pulls/1/commits")[0]["sha"] == sha


def test_lists_come_in_pages(scene: Scene) -> None:
    for number in range(5):
        scene.github.add_issue(scene.repository, scene.ada, f"Issue {number}")
    url, seen = f"{scene.github.api_url}/repos/ada/app/issues?per_page=2", []
    while url:
        answer = scene.http.get(url)
        seen += [each["number"] for each in answer.json()]
        url = answer.links.get("next", {}).get("url", "")
    assert seen == [5, 4, 3, 2, 1]


def test_a_conditional_request_is_free(scene: Scene) -> None:
    first = scene.http.get("/repos/ada/app")
    again = scene.http.get("/repos/ada/app", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.headers["x-ratelimit-remaining"] == first.headers["x-ratelimit-remaining"]


def test_limits_and_faults_on_demand(scene: Scene) -> None:
    scene.github.plan(Fault("status", path="/user", status=502))
    scene.github.plan(Fault("secondary_limit", path="/user", seconds=3))
    scene.github.plan(Fault("cut", path="/user"))
    scene.github.plan(Fault("cut_after", method="POST", path="/repos/ada/app/issues"))
    assert scene.http.get("/user").status_code == 502
    limited = scene.http.get("/user")
    assert (limited.status_code, limited.headers["retry-after"]) == (403, "3")
    with pytest.raises(httpx.RemoteProtocolError):
        scene.http.get("/user")
    with pytest.raises(httpx.RemoteProtocolError):
        scene.http.post("/repos/ada/app/issues", json={"title": "Done all the same"})
    assert len(scene.repository.issues) == 1
    scene.token.rate.used = scene.token.rate.limit
    exhausted = scene.http.get("/user")
    assert (exhausted.status_code, exhausted.headers["x-ratelimit-remaining"]) == (403, "0")
