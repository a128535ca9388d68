"""Smart HTTP: `git http-backend` does the work, GitHub's refusals go before it."""

import base64
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.support.github_simulator.access import Access
from tests.support.github_simulator.exchange import Answer, Request
from tests.support.github_simulator.git_store import ENVIRONMENT
from tests.support.github_simulator.model import Permission, Repository, Token
from tests.support.github_simulator.report_status import with_reason
from tests.support.github_simulator.world import World

GIT_PATH = re.compile(
    r"/(?P<owner>[^/]+)/(?P<name>[^/]+?)(?:\.git)?/(?P<rest>info/refs|git-upload-pack|git-receive-pack)"
)

Pushed = Callable[[Repository, Token, Mapping[str, str], Mapping[str, str]], None]
"""Told after a push: the branches as they were and as they are."""


class GitHttp:
    def __init__(self, world: World, access: Access, pushed: Pushed, max_file_bytes: int) -> None:
        self._world = world
        self._access = access
        self._pushed = pushed
        self.max_file_bytes = max_file_bytes

    def handle(self, request: Request, web_url: str) -> Answer:
        match = GIT_PATH.fullmatch(request.path)
        assert match is not None
        owner, name, rest = match["owner"], match["name"], match["rest"]
        is_push = rest == "git-receive-pack" or request.query.get("service") == "git-receive-pack"
        with self._world.lock:
            repository = self._world.find_repository(owner, name)
            moved = self._world.moved_to(owner, name)
            if repository is None and moved is not None:
                query = f"?{request.query_string}" if request.query_string else ""
                return Answer(301, headers={"Location": f"{web_url}/{moved.full_name}.git/{rest}{query}"}, content=b"")
            token = self._token(request)
            refused = self._refusal(request, repository, token, is_push)
        if refused is not None:
            return refused
        assert repository is not None
        before = self._world.git.branches(repository.path) if rest == "git-receive-pack" else {}
        answer = self._backend(request, repository, rest, token)
        if rest == "git-receive-pack" and token is not None:
            after = self._world.git.branches(repository.path)
            if after != before:
                self._pushed(repository, token, before, after)
        return answer

    def _token(self, request: Request) -> Token | None:
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "basic":
            given = base64.b64decode(given).decode().partition(":")[2]
        return self._world.tokens.get(given)

    def _refusal(
        self, request: Request, repository: Repository | None, token: Token | None, is_push: bool
    ) -> Answer | None:
        if token is None or token.is_revoked or self._access.is_expired(token):
            if "authorization" in request.headers:
                return _unauthorized(
                    "remote: Invalid username or token. Password authentication is not supported for Git operations."
                )
            if is_push or repository is None or repository.is_private:
                return _unauthorized("No anonymous write access.")
        if repository is None or time.monotonic() < repository.ready_at:
            return _said(404, "Repository not found.")
        if token is not None and (url := self._access.sso_needed(token, repository)):
            return _said(
                403,
                f"The `{repository.owner.login}' organization has enabled or enforced SAML SSO. To access this "
                f"repository, visit {url} and try your request again.",
            )
        permission = self._access.permission(token, repository, "contents")
        if permission < Permission.READ:
            return _said(404, "Repository not found.")
        if is_push and token is not None:
            if permission < Permission.WRITE:
                return _said(403, f"Permission to {repository.full_name}.git denied to {token.account.login}.")
            if repository.is_archived:
                return _said(403, "This repository was archived so it is read-only.")
        return None

    def _backend(self, request: Request, repository: Repository, rest: str, token: Token | None) -> Answer:
        with tempfile.NamedTemporaryFile(prefix="simulator-reason-", mode="r") as reason:
            done = subprocess.run(
                ["git", "http-backend"],
                env=self._cgi(request, repository, rest, token, Path(reason.name)),
                input=request.content,
                capture_output=True,
                check=True,
            )
            answer = _from_cgi(done.stdout)
            refusal = reason.read()
        if refusal and answer.content is not None:
            answer.content = with_reason(answer.content, refusal)
        return answer

    def _cgi(
        self, request: Request, repository: Repository, rest: str, token: Token | None, reason: Path
    ) -> dict[str, str]:
        protected = "\n".join(f"{name}\t{why}" for name, why in repository.protected_branches.items())
        may_change_workflows = token is None or token.scopes is None or "workflow" in token.scopes
        return {
            **ENVIRONMENT,
            "GIT_PROJECT_ROOT": str(repository.path.parent),
            "GIT_HTTP_EXPORT_ALL": "1",
            "PATH_INFO": f"/{repository.path.name}/{rest}",
            "REQUEST_METHOD": request.method,
            "QUERY_STRING": request.query_string,
            "CONTENT_TYPE": request.headers.get("content-type", ""),
            "CONTENT_LENGTH": str(len(request.content)),
            "HTTP_CONTENT_ENCODING": request.headers.get("content-encoding", ""),
            "GIT_PROTOCOL": request.headers.get("git-protocol", ""),
            "REMOTE_ADDR": "127.0.0.1",
            "REMOTE_USER": token.account.login if token else "",
            "SIMULATOR_PROTECTED": protected,
            "SIMULATOR_PUSH_PROTECTION": repository.push_protection or "",
            "SIMULATOR_MAX_FILE_BYTES": str(self.max_file_bytes),
            "SIMULATOR_MAY_CHANGE_WORKFLOWS": "1" if may_change_workflows else "0",
            "SIMULATOR_REASON_FILE": str(reason),
        }


def _from_cgi(output: bytes) -> Answer:
    head, _, content = output.partition(b"\r\n\r\n")
    headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if line)
    status = int(headers.pop("Status", "200").split()[0])
    return Answer(status, headers=headers, content=content)


def _unauthorized(message: str) -> Answer:
    return Answer(401, headers={"WWW-Authenticate": 'Basic realm="GitHub"'}, content=message.encode())


def _said(status: int, message: str) -> Answer:
    """Git prints a text answer as `remote: …`."""
    return Answer(status, headers={"Content-Type": "text/plain; charset=utf-8"}, content=message.encode())
