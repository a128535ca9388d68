"""The server dies at every moment it speaks with GitHub: there is never a second pull request, comment or reply."""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from tests.support.client import ApiClient
from tests.support.github_simulator import Fault, GitHubSimulator, Permission
from tests.support.github_simulator.actions import NewReviewComment
from tests.support.github_simulator.model import PullRequest, Repository
from tests.support.server_nursery import Nursery
from tests.support.server_process import ServerProcess

SECRET = "known to GitHub and to us"
SECONDS = 90.0
COMMENTS = r"/repos/ada/app/issues/1/comments"
PUSH = r"/ada/app\.git/git-receive-pack"


@dataclass(frozen=True, slots=True)
class Moment:
    method: str
    path: str
    is_done: bool


class Stage:
    """A floor whose server dies on cue, and a GitHub that gives the cues."""

    def __init__(self, github: GitHubSimulator, server: ServerProcess) -> None:
        self.github = github
        self.server = server
        self.ada, self.bob = github.add_user("ada"), github.add_user("bob")
        self.repository: Repository = github.add_repository(self.ada, collaborators={"bob": Permission.WRITE})
        github.add_hook(self.repository, f"{server.url}/api/webhooks/github", SECRET)
        server.environment["GITHUB_TOKEN"] = github.add_token(self.ada).value
        self.api = ApiClient(server.url)
        self._died = threading.Event()

    def start(self) -> None:
        self.server.start()
        self.server.wait_until_ready()

    def die_at(self, *moments: Moment) -> None:
        """At each, once: with the request done, or with nothing done.

        What the dead server's git asked for is answered all the same: left alone, it would try again.
        """
        for moment in moments:
            kind: Literal["answer", "cut"] = "answer" if moment.is_done else "cut"
            self.github.plan(Fault(kind, moment.method, moment.path, meanwhile=self._die))

    def _die(self) -> None:
        self.server.kill()
        self._died.set()

    def live_through(self, deaths: int) -> None:
        """The next death may come before the server is ready."""
        for _ in range(deaths):
            assert self._died.wait(SECONDS), f"it lives on\n{self.server.output[-3000:]}"
            self._died.clear()
            self.server.start()
        self.server.wait_until_ready()

    def order(self, **fields: Any) -> str:
        body = {"repository_url": self.github.repository_url(self.repository), **fields}
        return str(self.api.ok("POST", "/agent-work-orders", json=body)["agent_work_order"]["agent_work_order_id"])

    def subjects(self, pull_request: PullRequest) -> list[str]:
        span = f"trunk..{pull_request.head_sha}"
        return self.github.world.git.run(self.repository.path, "log", "--reverse", "--format=%s", span).splitlines()


@pytest.fixture
def stage(tmp_path: Path, nursery: Nursery) -> Iterator[Stage]:
    with GitHubSimulator(tmp_path / "github") as github:
        settings = {"github_hosts": github.url, "github_webhook_secret": SECRET, "comment_on_issues": "1"}
        with closing(ServerProcess(tmp_path / "home", settings=settings, nursery=nursery)) as server:
            stage = Stage(github, server)
            with closing(stage.api):
                stage.start()
                yield stage


def test_an_order_that_dies_at_every_step_opens_one_pull_request_and_comments_twice(stage: Stage) -> None:
    issue = stage.github.add_issue(stage.repository, stage.bob, "Add a greeting", "It should be friendly.")
    moments = [
        Moment("POST", COMMENTS, is_done=True),
        Moment("POST", PUSH, is_done=True),
        Moment("GET", r"/repos/ada/app/pulls", is_done=False),
        Moment("POST", r"/repos/ada/app/pulls", is_done=True),
        Moment("POST", PUSH, is_done=False),
        Moment("POST", COMMENTS, is_done=True),
    ]
    stage.die_at(*moments)
    order_id = stage.order(initial_prompt="Add a greeting", github_issue_number="1")
    stage.live_through(len(moments))
    stage.api.wait_for(order_id, "completed")
    [pull_request] = stage.repository.pull_requests
    assert len(stage.subjects(pull_request)) == 3
    assert len(stage.github.world.git.branches(stage.repository.path)) == 2
    opened = [each for each in stage.api.events(order_id) if each["type"] == "github_pull_request_created"]
    assert len(opened) == 1
    assert len(issue.comments) == 2, "one when it began, one when it ended"


def test_a_review_that_is_interrupted_everywhere_is_answered_once(stage: Stage) -> None:
    order_id = stage.order(initial_prompt="Start\ndemo: write a.txt 1", workflow_type="agent_workflow_build")
    stage.api.wait_for(order_id, "completed")
    [pull_request] = stage.repository.pull_requests
    moments = [
        Moment("GET", r".*/collaborators/bob/permission", is_done=False),
        Moment("GET", r".*/pulls/1/reviews/\d+", is_done=True),
        Moment("POST", PUSH, is_done=True),
        Moment("POST", r".*/replies", is_done=True),
        Moment("POST", r".*/replies", is_done=False),
    ]
    stage.die_at(*moments)
    comments = [NewReviewComment("a.txt", f"demo: write {name}.txt 2", 1) for name in ("b", "c")]
    stage.github.actions.review(stage.repository, pull_request, stage.bob, "CHANGES_REQUESTED", "Not yet", comments)
    stage.live_through(len(moments))
    _wait_for_replies(stage, pull_request, 2)
    assert Counter(each.in_reply_to for each in pull_request.review_comments if each.in_reply_to) == {
        each.comment_id: 1 for each in pull_request.review_comments if each.in_reply_to is None
    }
    stage.api.wait_for(order_id, "completed")
    assert len(stage.api.ok("GET", f"/agent-work-orders/{order_id}/prompts")["prompts"]) == 1
    assert len(stage.subjects(pull_request)) == 2
    assert len(stage.repository.pull_requests) == 1


def _wait_for_replies(stage: Stage, pull_request: PullRequest, count: int) -> None:
    answered = threading.Event()
    for _ in range(int(SECONDS * 20)):
        if sum(each.in_reply_to is not None for each in pull_request.review_comments) >= count:
            return
        answered.wait(0.05)
    raise AssertionError(f"nobody was answered\n{stage.server.output[-3000:]}")
