"""A user's day on a floor whose server keeps dying: files orders, stops some, and kills the server in between."""

import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from tests.integration.survival.audience import Audience
from tests.integration.survival.process_witness import ProcessWitness, Sighting
from tests.integration.survival.workload import Job, jobs
from tests.support.client import ENDED, ApiClient
from tests.support.server_process import ServerProcess

_END_SECONDS = 120.0
_UNFINISHED = ["pending", "running", "waiting", "paused"]


class FloorUnderFire:
    def __init__(self, server: ServerProcess, audience: Audience, repositories: list[Path], seed: int) -> None:
        self.server = server
        self.audience = audience
        self.api = ApiClient(server.url)
        self.witness = ProcessWitness(server.home, 86_400_000 + seed % 100_000)
        self.random = random.Random(seed)
        self.filed: dict[str, Job] = {}
        self.kills = 0
        self._repositories = repositories
        self._jobs = jobs(self.witness.number)
        self._steered: set[str] = set()
        self._leftovers: set[Sighting] = set()

    def close(self) -> None:
        self.api.close()

    def start(self, *, cold: bool = False) -> None:
        """A server that is ready has ended all that its predecessors left running."""
        self.server.start(cold=cold)
        self.server.wait_until_ready()
        alive = self._leftovers & self.witness.sightings(except_pid=self.server.pid)
        assert not alive, f"left over from the server that was killed: {alive}"

    def kill(self) -> None:
        self.server.kill()
        self.kills += 1
        self._leftovers |= self.witness.sightings()

    def file(self, job: Job | None = None) -> str:
        job = job or next(self._jobs)
        order = self.api.create(self.random.choice(self._repositories), job.prompt, **job.fields)
        order_id = str(order["agent_work_order_id"])
        self.filed[order_id] = job
        self.audience.follow(order_id)
        for prompt in job.follow_ups:
            self.api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": prompt})
        return order_id

    def file_unseen(self) -> None:
        """Asks for an order and kills the server before it is known whether the answer came."""
        with self._in_flight("POST", "/agent-work-orders", json=self._unseen_request()):
            time.sleep(self.random.uniform(0.0, 0.02))
            self.kill()

    def _unseen_request(self) -> dict[str, Any]:
        prompt = "Unseen\ndemo: write unseen.txt 1"
        return {"repository_url": str(self._repositories[0]), "initial_prompt": prompt}

    def steer(self) -> None:
        """Does to the orders what their jobs say a user does."""
        for order_id, job in self._to_be_stopped():
            order = self.api.get(order_id)
            if order["status"] == "running" and order["current_phase"] and not self._was_stopped(order_id):
                self.api.http.post(f"/agent-work-orders/{order_id}/{job.stop}")
            elif order["status"] == "paused":
                self.api.ok("POST", f"/agent-work-orders/{order_id}/resume")
            elif order["status"] in ENDED:
                self._steered.add(order_id)

    def stop_and_kill(self, order_id: str, move: str) -> None:
        """Kills the server as soon as the wish to stop is on record, while it is being obeyed."""
        with self._in_flight("POST", f"/agent-work-orders/{order_id}/{move}"):
            assert self.audience.await_any({"agent_work_order_stop_requested"}, seconds=30.0)
            self.kill()

    def wait_for_the_end(self) -> None:
        """Nobody helps but for the user who resumes what she paused."""
        deadline = time.monotonic() + _END_SECONDS
        while unfinished := self.orders(status=_UNFINISHED):
            self.steer()
            told = [(o["agent_work_order_id"], o["status"], o["current_phase"]) for o in unfinished]
            assert time.monotonic() < deadline, f"these do not end: {told}\n{self.server.output[-4000:]}"
            time.sleep(0.2)

    def orders(self, **filters: Any) -> list[dict[str, Any]]:
        """All that the floor knows, those too whose filing was never confirmed."""
        found: list[dict[str, Any]] = []
        while True:
            page = self.api.ok("GET", "/agent-work-orders", params={"limit": 100, "offset": len(found), **filters})
            found += page["agent_work_orders"]
            if not page["has_more"]:
                return found

    def _to_be_stopped(self) -> list[tuple[str, Job]]:
        return [(order_id, job) for order_id, job in self.filed.items() if job.stop and order_id not in self._steered]

    def _was_stopped(self, order_id: str) -> bool:
        return any(e["type"] == "agent_work_order_stop_requested" for e in self.audience.seen[order_id].values())

    @contextmanager
    def _in_flight(self, method: str, path: str, **options: Any) -> Iterator[None]:
        def ask() -> None:
            with suppress(httpx.TransportError):
                self.api.http.request(method, path, **options)

        asking = threading.Thread(target=ask)
        asking.start()
        yield
        asking.join()
