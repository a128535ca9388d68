"""Who is let in, and how a delivery is taken down."""

import hashlib
import hmac
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
from tests.integration.webhooks.conftest import SECRET, Scene
from tests.support.github_contract.contract import webhook_examples

from shopfloor.server import embedded_server
from shopfloor.settings import load_settings


def deliver(
    url: str, content: bytes, delivery_id: str, *, secret: str | None = SECRET, event: str = "issues"
) -> httpx.Response:
    headers = {"content-type": "application/json", "x-github-event": event, "x-github-delivery": delivery_id}
    if secret is not None:
        digest = hmac.new(secret.encode(), content, hashlib.sha256).hexdigest()
        headers["x-hub-signature-256"] = f"sha256={digest}"
    return httpx.post(f"{url}/api/webhooks/github", content=content, headers=headers, timeout=30)


def encoded(payload: Mapping[str, Any]) -> bytes:
    return json.dumps(payload).encode()


def test_github_s_own_examples_are_understood(scene: Scene) -> None:
    for name, payload in webhook_examples().items():
        content, event = encoded(payload), name.split("$")[0]
        first = deliver(scene.api.url, content, f"example-{name}", event=event)
        assert first.status_code == 202, first.text
        assert first.json()["status"] in {"accepted", "ignored"}
        again = deliver(scene.api.url, content, f"example-{name}", event=event)
        assert again.json()["status"] == "duplicate"


def test_what_is_not_signed_by_github_is_refused(scene: Scene) -> None:
    content = encoded(webhook_examples()["issues$labeled"])
    for secret in (None, "", "guessed"):
        refused = deliver(scene.api.url, content, "unsigned", secret=secret)
        assert (refused.status_code, refused.json()["code"]) == (403, "access_denied")
    digest = hmac.new(SECRET.encode(), content, hashlib.sha256).hexdigest()
    headers = {"x-github-event": "issues", "x-github-delivery": "tampered", "x-hub-signature-256": f"sha256={digest}"}
    tampered = httpx.post(f"{scene.api.url}/api/webhooks/github", content=content + b" ", headers=headers)
    assert tampered.status_code == 403
    known = scene.api.ok("GET", "/webhooks/deliveries", params={"limit": 200})["deliveries"]
    assert not {"unsigned", "tampered"} & {each["delivery_id"] for each in known}


def test_what_is_no_webhook_is_refused(scene: Scene) -> None:
    for content in (b"payload=%7B%7D", b"[]", b'{"action": "labeled"}', b"\xff"):
        assert deliver(scene.api.url, content, "odd").status_code == 422
    large = encoded({**webhook_examples()["issues$labeled"], "padding": "x" * 6_000_000})
    assert deliver(scene.api.url, large, "large").status_code == 413
    long = encoded({**webhook_examples()["issues$labeled"], "padding": "x" * 2_000_000})
    assert deliver(scene.api.url, long, "long").status_code == 202


def test_the_signature_is_enough_where_a_key_is_wanted(tmp_path: Path) -> None:
    """And the stored secret goes before the setting."""
    settings = load_settings({}, home=tmp_path / "home", demo=False, api_key="k" * 32, github_webhook_secret="old")
    content = encoded(webhook_examples()["ping$event"])
    with embedded_server(settings, with_worker=False) as url:
        key = {"authorization": f"Bearer {'k' * 32}"}
        assert deliver(url, content, "1", secret="old", event="ping").status_code == 202
        stored = httpx.put(f"{url}/api/secrets/github_webhook_secret", json={"value": SECRET}, headers=key)
        assert stored.is_success, stored.text
        assert deliver(url, content, "2", secret="old", event="ping").status_code == 403
        assert deliver(url, content, "2", event="ping").status_code == 202
        assert httpx.get(f"{url}/api/webhooks/deliveries").status_code == 401


def test_without_a_secret_nobody_is_let_in(tmp_path: Path) -> None:
    with embedded_server(load_settings({}, home=tmp_path / "home", demo=False), with_worker=False) as url:
        for secret in ("", "anything", None):
            refused = deliver(url, encoded(webhook_examples()["ping$event"]), "1", secret=secret, event="ping")
            assert refused.status_code == 403
            assert "github_webhook_secret" in refused.json()["hint"]
