"""A client of the HTTP API, for tests that look at the product from outside."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

ENDED = frozenset({"completed", "failed", "cancelled"})


@dataclass(frozen=True, slots=True)
class StreamedEvent:
    id: int | None
    type: str
    data: dict[str, Any]


class ApiClient:
    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=f"{url}/api", timeout=120.0)

    def close(self) -> None:
        self.http.close()

    def create(self, repository: Path, prompt: str, **fields: Any) -> dict[str, Any]:
        body = {"repository_url": str(repository), "initial_prompt": prompt, **fields}
        response = self.http.post("/agent-work-orders", json=body)
        assert response.status_code == 201, response.text
        return dict(response.json()["agent_work_order"])

    def get(self, order_id: str) -> dict[str, Any]:
        return dict(self.ok("GET", f"/agent-work-orders/{order_id}")["agent_work_order"])

    def ok(self, method: str, path: str, **options: Any) -> Any:
        response = self.http.request(method, path, **options)
        assert response.is_success, f"{response.status_code} {response.text}"
        return response.json() if response.content else None

    def wait_for(self, order_id: str, *statuses: str, seconds: float = 60.0) -> dict[str, Any]:
        """The order as soon as it is in one of the statuses; an ended order that is not ends the wait."""
        deadline = time.monotonic() + seconds
        while True:
            order = self.get(order_id)
            if order["status"] in statuses:
                return order
            assert order["status"] not in ENDED, f"{order['status']}: {order['error']}"
            assert time.monotonic() < deadline, f"still {order['status']} in {order['current_phase']}"
            time.sleep(0.02)

    def wait_for_event(self, order_id: str, event_type: str, **facts: Any) -> dict[str, Any]:
        for event in self.stream(order_id):
            if event.type == event_type and all(event.data.get(name) == value for name, value in facts.items()):
                return event.data
        raise AssertionError(f"the stream ended without {event_type}")

    def events(self, order_id: str) -> list[dict[str, Any]]:
        """All events, page by page."""
        found: list[dict[str, Any]] = []
        while True:
            page = self.ok(
                "GET",
                f"/agent-work-orders/{order_id}/events",
                params={"after": len(found), "limit": 1000},
                headers={"accept": "application/json"},
            )
            found += page["events"]
            if not page["has_more"]:
                return found

    def stream(
        self, order_id: str, *, after: int | None = None, until_end: bool = False, last_event_id: int | None = None
    ) -> Iterator[StreamedEvent]:
        params = {"after": after, "until": "end" if until_end else None}
        headers = {"last-event-id": str(last_event_id)} if last_event_id is not None else {}
        with self.http.stream(
            "GET",
            f"/agent-work-orders/{order_id}/events",
            params={name: value for name, value in params.items() if value is not None},
            headers=headers,
        ) as response:
            assert response.status_code == 200
            yield from parse_stream(response.iter_lines())


def parse_stream(lines: Iterator[str]) -> Iterator[StreamedEvent]:
    fields: dict[str, str] = {}
    for line in lines:
        if line.startswith(":"):
            continue
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif fields:
            number = int(fields["id"]) if "id" in fields else None
            yield StreamedEvent(number, fields["event"], json.loads(fields["data"]))
            fields = {}
