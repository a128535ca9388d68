"""`kill -9` while a task is reviewed: the review is carried out again, and the card goes on once."""

import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.support.client import ApiClient
from tests.support.server_process import ServerProcess

PICKY = "demo: write a.txt 1\ndemo(review): sleep 0.4\ndemo(review): finding a.txt:1 major Not yet"


class Card:
    def __init__(self, api: ApiClient, repository: Path) -> None:
        self.api = api
        review = {"enabled": True, "rounds": 1}
        body = {"repository_url": str(repository), "workflow_type": "agent_workflow_build", "ai_review": review}
        project = api.ok("POST", "/projects", json=body)["project_id"]
        made = api.ok("POST", f"/projects/{project}/tasks", json={"title": "Picky", "description": PICKY})
        self.path = f"/projects/{project}/tasks/{made['task_id']}"
        self.session_id = api.ok("POST", f"{self.path}/execute")["session_id"]

    def reviews(self) -> list[dict[str, Any]]:
        return list(self.api.ok("GET", f"{self.path}/reviews")["reviews"])

    def wait_for_review(self, number: int, status: str) -> None:
        self.wait(lambda: any(one["number"] == number and one["status"] == status for one in self.reviews()))

    def wait(self, happened: Any) -> None:
        deadline = time.monotonic() + 60
        while not happened():
            assert time.monotonic() < deadline, self.api.ok("GET", self.path)
            time.sleep(0.01)


@pytest.mark.timeout(180)
def test_a_killed_review_is_taken_up_again_and_the_card_goes_on_once(
    server: ServerProcess, repositories: list[Path]
) -> None:
    server.start()
    server.wait_until_ready()
    with closing(ApiClient(server.url)) as api:
        card = Card(api, repositories[0])
        for number, status in ((1, "running"), (1, "completed"), (2, "running"), (2, "completed")):
            card.wait_for_review(number, status)
            server.kill()
            server.start()
            server.wait_until_ready()
        card.wait(lambda: card.api.ok("GET", card.path)["status"] == "human_review")
        task = card.api.ok("GET", card.path)
        assert (task["sent_back"], task["error"]) == (1, None)
        assert [each["verdict"] for each in card.reviews()] == ["changes_wanted", "changes_wanted"]
        kinds = [event["type"] for event in card.api.events(card.session_id)]
        assert kinds.count("ai_review_completed") == 2
        assert kinds.count("prompt_queued") == 1
        assert not list((server.home / "scratch").iterdir())
