"""Who may look at a preview, and what a preview may not do to the server that shows it."""

from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from tests.integration.previews.conftest import KEY, Floor
from websockets import Origin
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from shopfloor.server import embedded_server
from shopfloor.settings import load_settings


def test_nobody_comes_in_without_a_ticket(shown: Floor, browser: httpx.Client) -> None:
    host = browser.headers["host"]
    with httpx.Client(base_url=shown.api.url, headers={"host": host}) as stranger:
        for path in ("/", "/page", "/.shopfloor/enter", "/.shopfloor/enter?ticket=guess", "/api/agent-work-orders"):
            answer = stranger.get(path, headers={"authorization": f"Bearer {KEY}", "cookie": "shopfloor_access=guess"})
            assert answer.status_code == 403
            assert "First" not in answer.text
            assert "set-cookie" not in answer.headers


def test_a_ticket_is_good_once_and_for_its_preview(shown: Floor) -> None:
    entrance = urlsplit(shown.entrance("/a?b=c&d=%20#e"))
    address = f"{shown.api.url}{entrance.path}?{entrance.query}"
    other = entrance.netloc.replace("p-", "p-" + "a" * 26)[:28] + ".localhost"
    assert httpx.get(address, headers={"host": other}).status_code == 404
    first = httpx.get(address, headers={"host": entrance.netloc})
    assert (first.status_code, first.headers["location"]) == (303, "/a?b=c&d=%20#e")
    assert first.headers["set-cookie"].endswith("; Path=/; HttpOnly; Secure; SameSite=None; Partitioned")
    assert httpx.get(address, headers={"host": entrance.netloc}).status_code == 403
    with_cookie = {"host": entrance.netloc, "cookie": first.headers["set-cookie"].partition(";")[0]}
    assert httpx.get(address, headers=with_cookie).status_code == 303


@pytest.mark.parametrize("way", ["//evil.example/", "/\\evil.example", "https://evil.example", "/a\r\nx: y", "/ü"])
def test_the_entrance_leads_nowhere_else(shown: Floor, browser: httpx.Client, way: str) -> None:
    answer = browser.get("/.shopfloor/enter", params={"to": way})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")


def test_a_frame_tells_the_page_around_it_what_the_browser_allows(browser: httpx.Client) -> None:
    framed = {"sec-fetch-dest": "iframe", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    page = browser.get("/.shopfloor/enter", params={"to": "/a</script>b"}, headers=framed)
    assert (page.status_code, "postMessage" in page.text) == (200, True)
    assert "</script>b" not in page.text
    assert "script-src 'nonce-" in page.headers["content-security-policy"]


def test_other_origins_may_lead_here_but_not_reach_in(browser: httpx.Client) -> None:
    own = f"http://{browser.headers['host']}"
    led = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"}
    assert browser.get("/", headers=led).status_code == 200
    for headers in (
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"},
        {"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": own + ".evil.example"},
    ):
        assert browser.get("/", headers=headers).status_code == 403
    assert browser.post("/digest", headers=led).status_code == 403
    assert browser.post("/digest", headers={"origin": own, "sec-fetch-site": "same-origin"}).status_code == 200


def test_a_preview_cannot_speak_to_our_api(shown: Floor, browser: httpx.Client) -> None:
    """With the key, even: where no key is set, this is what stands between a page of an agent and the floor."""
    own = f"http://{browser.headers['host']}"
    http, key = shown.api.http, {"authorization": f"Bearer {KEY}"}
    for headers in (
        {"origin": own},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"},
        {"sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"},
    ):
        answer = http.get("/agent-work-orders", headers={**headers, **key})
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
        assert "access-control-allow-origin" not in answer.headers
    preflight = http.options(
        "/agent-work-orders", headers={"origin": own, "access-control-request-method": "POST", **key}
    )
    assert preflight.status_code == 403
    address = f"{shown.api.url.replace('http', 'ws')}/api/agent-work-orders/{shown.order_id}/terminal"
    with pytest.raises(InvalidStatus, match="403"), connect(address, origin=Origin(own), additional_headers=key):
        pass


def test_our_page_may_be_come_to_but_not_framed(shown: Floor) -> None:
    led = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    page = httpx.get(f"{shown.api.url}/orders/{shown.order_id}", headers=led)
    assert page.status_code in (200, 503)
    framed = httpx.get(f"{shown.api.url}/", headers={**led, "sec-fetch-dest": "iframe"})
    assert framed.status_code == 403


@pytest.mark.parametrize(
    "host",
    ["p-short.localhost", "api.localhost", "p-lq5sunujpva2xn3dkrjnoeyxh6.evil.example", "localhost.evil.example"],
)
def test_other_names_are_still_foreign(shown: Floor, host: str) -> None:
    answer = shown.api.http.get("/agent-work-orders", headers={"host": host})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_host")


def test_a_name_of_no_preview_never_reaches_the_api(shown: Floor) -> None:
    host = f"p-{'a' * 26}.localhost"
    for path in ("/api/agent-work-orders", "/api/health", "/", "/.shopfloor/enter?ticket=x"):
        assert httpx.get(f"{shown.api.url}{path}", headers={"host": host}).status_code == 404


def test_a_server_with_names_for_previews(tmp_path: Path, shown: Floor) -> None:
    """Beyond this machine an address in the network is no name: there is nothing to show it under, and that is said."""
    elsewhere = {"host": "floor.example.com"}
    remote = shown.api.http.get(shown.path(), headers=elsewhere).json()
    assert (remote["state"], remote["origin"], "SHOPFLOOR_PREVIEW_URL" in remote["hint"]) == ("running", None, True)
    assert shown.api.http.post(shown.path("/visits"), json={}, headers=elsewhere).json()["code"] == "wrong_move"
    settings = load_settings(home=tmp_path / "home", demo=False, preview_url="https://*.preview.example.com")
    with embedded_server(settings, with_worker=False) as url:
        page = httpx.get(f"{url}/", headers={"host": "127.0.0.1"})
        assert page.status_code == 503 or "https://*.preview.example.com" in page.headers["content-security-policy"]
        gone = httpx.get(f"{url}/", headers={"host": f"p-{'a' * 26}.preview.example.com"})
        assert gone.status_code == 404
