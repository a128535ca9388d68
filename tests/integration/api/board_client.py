"""A project's board, as a client sees it."""

import time
from collections.abc import Callable
from typing import Any

from tests.support.client import ApiClient

BUILD = {"workflow_type": "agent_workflow_build"}


class BoardClient:
    def __init__(self, api: ApiClient, project_id: str) -> None:
        self.api = api
        self.root = f"/projects/{project_id}"

    def add(self, title: str, **fields: Any) -> str:
        return str(self.api.ok("POST", f"{self.root}/tasks", json={"title": title, **fields})["task_id"])

    def get(self, task_id: str) -> dict[str, Any]:
        return dict(self.api.ok("GET", f"{self.root}/tasks/{task_id}"))

    def do(self, task_id: str, verb: str, body: dict[str, Any] | None = None) -> Any:
        return self.api.ok("POST", f"{self.root}/tasks/{task_id}/{verb}", json=body)

    def refused(self, task_id: str, verb: str, body: dict[str, Any] | None = None) -> str:
        response = self.api.http.post(f"{self.root}/tasks/{task_id}/{verb}", json=body)
        assert response.status_code == 409, response.text
        return str(response.json()["detail"])

    def column(self, status: str) -> list[str]:
        return [each["title"] for each in self.api.ok("GET", f"{self.root}/tasks", params={"status": status})["tasks"]]

    def wait_for(
        self,
        task_id: str,
        status: str,
        also: Callable[[dict[str, Any]], bool] = lambda _: True,
        *,
        seconds: float = 60.0,
    ) -> dict[str, Any]:
        deadline = time.monotonic() + seconds
        while not ((task := self.get(task_id))["status"] == status and also(task)):
            assert time.monotonic() < deadline, f"still in {task['status']}: {task}"
            time.sleep(0.02)
        return task
