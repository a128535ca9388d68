"""The whole: a GitHub to be started, furnished, troubled and asked what happened."""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.support.github_contract.contract import ContractViolation
from tests.support.github_simulator.access import Access
from tests.support.github_simulator.actions import Actions
from tests.support.github_simulator.desk import Desk
from tests.support.github_simulator.exchange import Answer, Refused, Request, refusal
from tests.support.github_simulator.faults import Fault, Faults
from tests.support.github_simulator.furnishing import Furnishing
from tests.support.github_simulator.git_http import GIT_PATH, GitHttp
from tests.support.github_simulator.graphql_api import GraphQlApi
from tests.support.github_simulator.http_server import Cut, SimulatorServer, request_of
from tests.support.github_simulator.model import Repository, Token
from tests.support.github_simulator.pull_request_views import PullRequestViews
from tests.support.github_simulator.rest_api import RestApi, count, limit_headers
from tests.support.github_simulator.views import Views
from tests.support.github_simulator.webhook_views import WebhookViews
from tests.support.github_simulator.webhooks import Webhooks
from tests.support.github_simulator.world import World

_API = "/api/v3"
_GRAPHQL = ("/api/graphql", "/graphql")
_LARGEST_FILE = 100 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Seen:
    """A request that came in and the status it was answered with; 0 if the connection was cut."""

    method: str
    path: str
    status: int
    authorization: str | None
    body: str


@dataclass(slots=True)
class Record:
    requests: list[Seen] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)

    def count(self, method: str, path: str) -> int:
        """How often this was done, not only asked for."""
        return sum(each.method == method and each.path == path and each.status < 300 for each in self.requests)


class GitHubSimulator(Furnishing):
    """`with GitHubSimulator(folder) as github:`; the API is at `github.api_url`, as on GitHub Enterprise."""

    def __init__(self, folder: Path, *, port: int = 0) -> None:
        self.record = Record()
        self.faults = Faults()
        self._server = SimulatorServer(port, self._handle)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self.api_url = self.url + _API
        self.world = World(folder)
        self.access = Access(self.world, self.url)
        plain = Views(self.api_url, self.url)
        shown = PullRequestViews(plain)
        self.webhooks = Webhooks(WebhookViews(plain, shown, self.world.git), self.record.violations.append)
        self.actions = Actions(self.world, self.webhooks)
        desk = Desk(self.world, self.access, plain, shown, self.actions)
        self._rest = RestApi(desk)
        self._graphql = GraphQlApi(desk)
        self.git_http = GitHttp(self.world, self.access, self._pushed, _LARGEST_FILE)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), name="github", daemon=True)

    def start(self) -> None:
        self.webhooks.start()
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        self.webhooks.stop()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: BaseException | TracebackType | None) -> None:
        self.stop()
        if kind is None:
            self.check()

    def check(self) -> None:
        """Fails if anything was said that GitHub would not have said or understood."""
        assert not self.record.violations, "\n".join(dict.fromkeys(self.record.violations))

    def plan(self, fault: Fault) -> None:
        self.faults.plan(fault)

    def _handle(self, method: str, path: str, query: str, headers: dict[str, str], content: bytes) -> Answer:
        path = path.removeprefix(_API) if path.startswith(_API) else path
        request = request_of(method, path, query, headers, content, self.api_url)
        fault = self.faults.take(method, path)
        try:
            if fault is not None:
                _strike_before(fault)
            answer = self._answer(request)
            if fault is not None and fault.kind in {"answer", "cut_after"}:
                _strike_after(fault)
        except Refused as refused:
            answer = refused.answer
        except Cut:
            self._remember(request, 0)
            raise
        self._remember(request, answer.status)
        return answer

    def _answer(self, request: Request) -> Answer:
        try:
            if GIT_PATH.fullmatch(request.path):
                return self.git_http.handle(request, self.url)
            if request.path in _GRAPHQL:
                return self._answer_graphql(request)
            return self._rest.handle(request)
        except ContractViolation as violation:
            self.record.violations.append(str(violation))
            return Answer(500, {"message": f"Contract violation: {violation}"})
        except Refused:
            raise
        except Exception as failure:
            self.record.violations.append(f"{request.method} {request.path} failed: {failure!r}")
            return Answer(500, {"message": f"The simulator failed: {failure!r}"})

    def _answer_graphql(self, request: Request) -> Answer:
        with self.world.lock:
            token = self.access.token_of(request)
            if token is not None:
                count(token)
            answer = self._graphql.handle(request, token)
        answer.headers |= limit_headers(token)
        return answer

    def _pushed(
        self, repository: Repository, token: Token, before: Mapping[str, str], after: Mapping[str, str]
    ) -> None:
        with self.world.lock:
            self.actions.pushed(repository, token.account, before, after)

    def _remember(self, request: Request, status: int) -> None:
        body = "" if GIT_PATH.fullmatch(request.path) else request.content.decode(errors="replace")
        authorization = request.headers.get("authorization")
        self.record.requests.append(Seen(request.method, request.path, status, authorization, body))


def _meanwhile(fault: Fault) -> None:
    if fault.meanwhile is not None:
        fault.meanwhile()


def _strike_after(fault: Fault) -> None:
    _meanwhile(fault)
    if fault.kind == "cut_after":
        raise Cut


def _strike_before(fault: Fault) -> None:
    if fault.kind == "cut":
        _meanwhile(fault)
        raise Cut
    if fault.kind == "slow":
        time.sleep(fault.seconds)
    elif fault.kind == "status":
        raise refusal(fault.status, "Server Error" if fault.status >= 500 else "Refused on demand")
    elif fault.kind == "secondary_limit":
        message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
        raise refusal(403, message, Retry_After=str(int(fault.seconds)))
