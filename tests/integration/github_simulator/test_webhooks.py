"""The simulator's own webhooks: signed, numbered, sent again on demand."""

import hashlib
import hmac
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from tests.integration.github_simulator.conftest import Scene
from tests.support.github_simulator import Permission
from tests.support.github_simulator.actions import NewReviewComment

SECRET = "a shared secret"


class Receiver(HTTPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Post)
        self.received: list[tuple[dict[str, str], bytes]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/hook"


class _Post(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.received.append((headers, content))
        self.send_response(202)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002
        pass


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_what_people_do_is_told(scene: Scene, receiver: Receiver) -> None:
    github, repository, ada = scene.github, scene.repository, scene.ada
    bob = github.add_user("bob")
    repository.collaborators["bob"] = Permission.WRITE
    hook = github.add_hook(repository, receiver.url, SECRET)
    github.webhooks.ping(repository, hook, ada)
    issue = github.add_issue(repository, ada, "A bug")
    github.actions.add_labels(repository, issue, bob, ["shopfloor"])
    github.actions.comment(repository, issue, bob, "/shopfloor fix it")
    scene.open_pull_request(draft=True)
    [pull_request] = repository.pull_requests
    github.actions.set_draft(repository, pull_request, ada, is_draft=False)
    github.actions.set_draft(repository, pull_request, ada, is_draft=True)
    github.actions.set_draft(repository, pull_request, ada, is_draft=False)
    github.actions.add_labels(repository, pull_request.issue, bob, ["bug"])
    github.actions.request_reviewers(repository, pull_request, ada, [bob])
    new = NewReviewComment("new.py", "Two, please", 1)
    github.actions.review(repository, pull_request, bob, "CHANGES_REQUESTED", "Not yet", [new])
    scene.commit_on("feature", {"new.py": "2\n"})
    github.actions.merge(repository, pull_request, bob)
    github.actions.set_state(repository, issue, bob, "closed")
    github.webhooks.wait_until_sent()
    told = [f"{each.event}:{each.payload.get('action', '')}" for each in github.webhooks.deliveries]
    assert told == [
        "ping:",
        "issues:opened",
        "issues:labeled",
        "issue_comment:created",
        "push:",
        "pull_request:opened",
        "pull_request:ready_for_review",
        "pull_request:converted_to_draft",
        "pull_request:ready_for_review",
        "pull_request:labeled",
        "pull_request:review_requested",
        "pull_request_review:submitted",
        "pull_request_review_comment:created",
        "push:",
        "pull_request:synchronize",
        "push:",
        "pull_request:closed",
        "issues:closed",
    ]
    assert len(receiver.received) == len(told)


def test_deliveries_are_signed_and_sent_again_under_their_id(scene: Scene, receiver: Receiver) -> None:
    scene.github.add_hook(scene.repository, receiver.url, SECRET, ["issues"])
    scene.github.add_issue(scene.repository, scene.ada, "Ä bug")
    scene.github.webhooks.wait_until_sent()
    [delivery] = scene.github.webhooks.deliveries
    scene.github.webhooks.redeliver(delivery.delivery_id)
    scene.github.webhooks.wait_until_sent()
    (headers, content), (again, same) = receiver.received
    assert content == same
    assert headers["x-github-delivery"] == again["x-github-delivery"] == delivery.delivery_id
    expected = hmac.new(SECRET.encode(), content, hashlib.sha256).hexdigest()
    assert headers["x-hub-signature-256"] == f"sha256={expected}"
    assert delivery.statuses == [202, 202]


def test_an_organization_s_events(scene: Scene, receiver: Receiver) -> None:
    acme = scene.github.add_organization("acme", admins=[scene.ada])
    repository = scene.github.add_repository(acme, "thing")
    scene.github.add_hook(repository, receiver.url, SECRET)
    scene.github.add_issue(repository, scene.ada, "A bug")
    scene.github.webhooks.wait_until_sent()
    assert scene.github.webhooks.deliveries[0].payload["organization"]["login"] == "acme"
