"""The webhooks that GitHub sends: payloads, signatures, deliveries."""

import hashlib
import hmac
import json
import queue
import threading
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.support.github_contract.contract import ContractViolation, WebhookContract
from tests.support.github_simulator.model import (
    Account,
    Comment,
    Hook,
    Issue,
    Label,
    PullRequest,
    Repository,
    Review,
    ReviewComment,
)
from tests.support.github_simulator.webhook_views import WebhookViews

_DEADLINE_SECONDS = 10.0
"""GitHub gives up on a receiver after this."""


@dataclass(slots=True)
class Delivery:
    delivery_id: str
    hook: Hook
    event: str
    payload: dict[str, Any]
    statuses: list[int | str] = field(default_factory=list)
    """What became of each attempt: the answer's status, or why there was none."""

    @property
    def content(self) -> bytes:
        return json.dumps(self.payload, ensure_ascii=False).encode()

    @property
    def headers(self) -> dict[str, str]:
        key = self.hook.secret.encode()
        return {
            "Content-Type": "application/json",
            "User-Agent": "GitHub-Hookshot/5e1f0b7",
            "X-GitHub-Delivery": self.delivery_id,
            "X-GitHub-Event": self.event,
            "X-GitHub-Hook-ID": str(self.hook.hook_id),
            "X-GitHub-Hook-Installation-Target-Type": "repository",
            "X-Hub-Signature": "sha1=" + hmac.new(key, self.content, hashlib.sha1).hexdigest(),
            "X-Hub-Signature-256": "sha256=" + hmac.new(key, self.content, hashlib.sha256).hexdigest(),
        }


class Webhooks:
    def __init__(self, views: WebhookViews, violated: Callable[[str], None]) -> None:
        self._views = views
        self._violated = violated
        self._contract = WebhookContract()
        self._queue: queue.Queue[Delivery | None] = queue.Queue()
        self._sender = threading.Thread(target=self._send_all, name="github-webhooks", daemon=True)
        self.deliveries: list[Delivery] = []

    def start(self) -> None:
        self._sender.start()

    def stop(self) -> None:
        self._queue.put(None)
        self._sender.join()

    def wait_until_sent(self) -> None:
        self._queue.join()

    def redeliver(self, delivery_id: str) -> None:
        """As a person does by the button: same id, same payload."""
        self._queue.put(next(each for each in self.deliveries if each.delivery_id == delivery_id))

    def ping(self, repository: Repository, hook: Hook, by: Account) -> None:
        self._deliver(repository, hook, "ping", self._views.ping(repository, hook, by))

    def issue(self, action: str, repository: Repository, issue: Issue, by: Account, **more: Any) -> None:
        self._send("issues", repository, by, action=action, issue=self._views.issue(repository, issue), **more)

    def repository(self, action: str, repository: Repository, by: Account, /, **changes: Any) -> None:
        self._send("repository", repository, by, action=action, changes=changes)

    def shown(self, account: Account) -> dict[str, Any]:
        return self._views.plain.account(account)

    def labeled(self, action: str, repository: Repository, issue: Issue, label: Label, by: Account) -> None:
        shown = self._views.plain.label(repository, label)
        if issue.pull_request is None:
            self.issue(action, repository, issue, by, label=shown)
        elif action == "labeled":
            self.pull_request(action, repository, issue.pull_request, by, label=shown)

    def comment(
        self, action: str, repository: Repository, issue: Issue, comment: Comment, by: Account, **more: Any
    ) -> None:
        shown = self._views.plain.comment(repository, issue, comment)
        of = self._views.issue(repository, issue)
        self._send("issue_comment", repository, by, action=action, issue=of, comment=shown, **more)

    def pull_request(
        self, action: str, repository: Repository, pull_request: PullRequest, by: Account, **more: Any
    ) -> None:
        self._send(
            "pull_request",
            repository,
            by,
            action=action,
            number=pull_request.issue.number,
            pull_request=self._views.pull_request(repository, pull_request),
            **more,
        )

    def synchronize(
        self, repository: Repository, pull_request: PullRequest, before: str, after: str, by: Account
    ) -> None:
        self.pull_request("synchronize", repository, pull_request, by, before=before, after=after)

    def review_requested(
        self, repository: Repository, pull_request: PullRequest, reviewer: Account, by: Account
    ) -> None:
        shown = self._views.plain.account(reviewer)
        self.pull_request("review_requested", repository, pull_request, by, requested_reviewer=shown)

    def review(self, repository: Repository, pull_request: PullRequest, review: Review, by: Account) -> None:
        self._send(
            "pull_request_review",
            repository,
            by,
            action="submitted",
            review=self._views.review(repository, pull_request, review),
            pull_request=self._views.simple_pull_request(repository, pull_request),
        )

    def review_comment(
        self, repository: Repository, pull_request: PullRequest, comment: ReviewComment, by: Account
    ) -> None:
        self._send(
            "pull_request_review_comment",
            repository,
            by,
            action="created",
            comment=self._views.review_comment(repository, pull_request, comment),
            pull_request=self._views.simple_pull_request(repository, pull_request),
        )

    def push(self, repository: Repository, branch: str, before: str, after: str, by: Account) -> None:
        payload = self._views.push(repository, branch, before, after, by)
        self._send("push", repository, by, **payload)

    def _send(self, event: str, repository: Repository, by: Account, /, **payload: Any) -> None:
        for hook in repository.hooks:
            if event in hook.events or "*" in hook.events:
                self._deliver(repository, hook, event, {**self._views.envelope(repository, by), **payload})

    def _deliver(self, repository: Repository, hook: Hook, event: str, payload: dict[str, Any]) -> None:
        try:
            self._contract.check(event, payload)
        except ContractViolation as violation:
            self._violated(str(violation))
        delivery = Delivery(str(uuid.uuid4()), hook, event, payload)
        self.deliveries.append(delivery)
        self._queue.put(delivery)

    def _send_all(self) -> None:
        while (delivery := self._queue.get()) is not None:
            delivery.statuses.append(_post(delivery))
            self._queue.task_done()


def _post(delivery: Delivery) -> int | str:
    request = urllib.request.Request(delivery.hook.url, delivery.content, delivery.headers, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=_DEADLINE_SECONDS) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code
    except OSError as trouble:
        return type(trouble).__name__
