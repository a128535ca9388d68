"""GitHub's REST API: every request and every answer is held against the published contract."""

import hashlib
import json
import time
from urllib.parse import unquote

from tests.support.github_contract.contract import ContractViolation, Operation, RestContract
from tests.support.github_contract.used import OURS
from tests.support.github_simulator import (
    account_routes,
    issue_routes,
    pull_request_routes,
    repository_routes,
    review_routes,
)
from tests.support.github_simulator.desk import Call, Desk
from tests.support.github_simulator.exchange import Answer, Refused, Request, refusal
from tests.support.github_simulator.model import Token

HANDLERS = {
    **account_routes.HANDLERS,
    **issue_routes.HANDLERS,
    **pull_request_routes.HANDLERS,
    **repository_routes.HANDLERS,
    **review_routes.HANDLERS,
}
_HOUR = 3600
_BY_APP = frozenset({"apps/get-authenticated", "apps/get-repo-installation", "apps/create-installation-access-token"})


class RestApi:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._contract = RestContract()

    def handle(self, request: Request) -> Answer:
        """Raises ContractViolation when somebody, we included, said what GitHub would not."""
        redirect = self._redirect(request)
        path = self._by_name(request.path)
        operation = self._contract.find(request.method, path)
        if request.headers.get("user-agent", "").startswith("shopfloor/") and operation.name not in OURS:
            raise ContractViolation(f"Shopfloor asks for {operation.name}, which is not among the operations it uses")
        self._contract.check_request(operation, path, request.query, request.body, has_body=request.has_body)
        answer = redirect or self._answer(operation, request, path)
        if answer.status != 304:
            self._contract.check_answer(operation, answer.status, answer.body)
        return answer

    def _answer(self, operation: Operation, request: Request, path: str) -> Answer:
        match = operation.pattern.fullmatch(path)
        assert match is not None
        parameters = {name: unquote(value) for name, value in match.groupdict().items()}
        token: Token | None = None
        try:
            with self._desk.world.lock:
                token = None if operation.name in _BY_APP else self._desk.access.token_of(request)
                if token is not None and operation.name != "rate-limit/get":
                    count(token)
                answer = HANDLERS[operation.name](Call(self._desk, request, parameters, token))
        except Refused as refused:
            answer = refused.answer
        _tag(request, answer, token)
        answer.headers |= limit_headers(token)
        return answer

    def _redirect(self, request: Request) -> Answer | None:
        parts = request.path.split("/")
        if len(parts) < 4 or parts[1] != "repos" or self._desk.world.find_repository(parts[2], parts[3]) is not None:
            return None
        moved = self._desk.world.moved_to(parts[2], parts[3])
        if moved is None:
            return None
        url = "/".join([f"{request.api_url}/repositories/{moved.repository_id}", *parts[4:]])
        url += f"?{request.query_string}" if request.query_string else ""
        permanent = request.method in {"GET", "HEAD"}
        body = {"message": "Moved Permanently" if permanent else "Temporary Redirect", "url": url}
        return Answer(301 if permanent else 307, body, {"Location": url})

    def _by_name(self, path: str) -> str:
        """`/repositories/{id}/…`, where a moved repository leads to, is not described; it is the same by number."""
        parts = path.split("/")
        if len(parts) >= 3 and parts[1] == "repositories" and parts[2].isdigit():
            repository = self._desk.world.repositories.get(int(parts[2]))
            if repository is not None:
                return "/".join(["", "repos", *repository.full_name.split("/"), *parts[3:]])
        return path


def count(token: Token) -> None:
    rate = token.rate
    if rate.reset_at <= time.time():
        rate.used, rate.reset_at = 0, time.time() + _HOUR
    if rate.used >= rate.limit:
        raise refusal(403, f"API rate limit exceeded for user ID {token.account.account_id}.")
    rate.used += 1


def limit_headers(token: Token | None) -> dict[str, str]:
    if token is None:
        return {}
    shown = account_routes.rate_view(token.rate)
    headers = {f"X-RateLimit-{name.title()}": str(value) for name, value in shown.items()}
    if token.scopes is not None:
        headers["X-OAuth-Scopes"] = ", ".join(sorted(token.scopes))
        headers["X-Accepted-OAuth-Scopes"] = "repo"
    return {**headers, "X-RateLimit-Resource": "core"}


def _tag(request: Request, answer: Answer, token: Token | None) -> None:
    """A conditional request that finds nothing new does not count against the limit."""
    if request.method != "GET" or answer.status != 200:
        return
    digest = hashlib.sha256(json.dumps(answer.body, sort_keys=True).encode()).hexdigest()
    tag = f'W/"{digest}"'
    answer.headers["ETag"] = tag
    if request.headers.get("if-none-match") == tag:
        answer.status, answer.body = 304, None
        if token is not None:
            token.rate.used -= 1
