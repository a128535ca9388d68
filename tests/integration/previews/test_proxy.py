"""What a browser gets through the proxy is what the development server said, and the other way round."""

import hashlib
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.integration.previews.conftest import KEY, Floor
from tests.support import dev_server
from websockets import ConnectionClosed, Origin, Subprotocol
from websockets.sync.client import ClientConnection, connect


def names_in(headers: list[list[str]]) -> dict[str, str]:
    return {name: value for name, value in headers}  # noqa: C416 - pairs are lists


def test_a_page_from_the_sandbox(browser: httpx.Client) -> None:
    answer = browser.get("/any/where")
    assert answer.status_code == 200
    assert "<h1>First</h1>" in answer.text
    assert "frame-ancestors 'self' http://127.0.0.1:" in answer.headers["content-security-policy"]


def test_the_program_takes_itself_for_localhost_and_learns_nothing_of_ours(shown: Floor, browser: httpx.Client) -> None:
    port = shown.wait_for("running")["port"]
    own = f"http://{browser.headers['host']}"
    headers = {
        "origin": own,
        "referer": f"{own}/shop?a=1",
        "cookie": f"{browser.headers['cookie']}; cart=7",
        "authorization": "Bearer of-the-app",
        "x-api-key": KEY,
        "x-forwarded-for": "10.0.0.1",
        "connection": "keep-alive, x-private",
        "x-private": "hop",
        "te": "trailers",
        "sec-fetch-site": "same-origin",
    }
    seen = browser.get("/seen?x=%41&y=1", headers=headers).json()
    got = names_in(seen["headers"])
    assert got["host"] == f"localhost:{port}"
    assert got["origin"] == f"http://localhost:{port}"
    assert got["referer"] == f"http://localhost:{port}/shop?a=1"
    assert got["cookie"] == "cart=7"
    assert got["authorization"] == "Bearer of-the-app"
    assert not {"x-api-key", "x-forwarded-for", "x-private", "te"} & set(got)
    assert KEY not in json.dumps(seen)


def test_bodies_of_any_size_both_ways(browser: httpx.Client) -> None:
    body = bytes(range(256)) * 4096 * 24
    expected = {"size": len(body), "sha256": hashlib.sha256(body).hexdigest()}
    known = browser.post("/digest", content=body).json()
    assert {name: known[name] for name in expected} == expected
    assert names_in(known["headers"])["content-length"] == str(len(body))
    chunked = browser.post("/digest", content=(body[start : start + 99_991] for start in range(0, len(body), 99_991)))
    assert {name: chunked.json()[name] for name in expected} == expected
    assert browser.post("/digest").json()["size"] == 0
    got = browser.get("/big").content
    assert (len(got), got[-1]) == (64 * 2**20, 63)


def test_ranges_heads_and_what_has_not_changed(browser: httpx.Client) -> None:
    source = Path(dev_server.__file__).read_bytes()
    part = browser.get("/file", headers={"range": "bytes=3-12"})
    assert (part.status_code, part.content) == (206, source[3:13])
    head = browser.head("/file")
    assert (head.headers["content-length"], head.content) == (str(len(source)), b"")
    whole = browser.get("/file")
    assert whole.content == source
    assert browser.get("/file", headers={"if-none-match": whole.headers["etag"]}).status_code in (200, 304)


def test_a_stream_arrives_as_it_is_made_and_ends_with_its_reader(shown: Floor, browser: httpx.Client) -> None:
    with browser.stream("GET", "/ticks") as response:
        lines = response.iter_lines()
        assert [next(lines) for _ in range(5)] == ["data: 0", "", "data: 1", "", "data: 2"]
    wait_for_output(shown, "ticks: reader gone")


@pytest.mark.parametrize(
    ("to", "location"),
    [
        ("http://localhost:PORT/landed?x=1#there", "/landed?x=1#there"),
        ("http://127.0.0.1:PORT", "/"),
        ("http://localhost:PORT//evil.example/", "/evil.example/"),
        ("/relative?q=1", "/relative?q=1"),
        ("https://example.org/", "https://example.org/"),
        ("http://localhost:1/other", "http://localhost:1/other"),
    ],
)
def test_redirects_lead_back_through_the_proxy(browser: httpx.Client, to: str, location: str) -> None:
    answer = browser.get("/away", params={"to": to})
    assert (answer.status_code, answer.headers["location"]) == (302, location)


def test_what_it_says_about_frames_cookies_and_other_origins(browser: httpx.Client) -> None:
    said = [
        ("x-frame-options", "DENY"),
        ("content-security-policy", "default-src 'self'; frame-ancestors 'none'; report-uri /r"),
        ("content-security-policy", "frame-ancestors 'none'"),
        ("set-cookie", "cart=7; Domain=localhost; Path=/; SameSite=Strict; HttpOnly"),
        ("set-cookie", "shopfloor_access=mine; Path=/"),
        ("clear-site-data", '"*"'),
        ("strict-transport-security", "max-age=9999; includeSubDomains"),
        ("alt-svc", 'h2="evil.example:443"'),
        ("x-own", "kept"),
    ]
    got = browser.get("/jealous", params={"headers": json.dumps(said)}).headers
    assert got.get_list("content-security-policy")[0] == "default-src 'self'"
    assert len(got.get_list("content-security-policy")) == 2
    assert got.get_list("set-cookie") == ["cart=7; Path=/; HttpOnly; Secure; SameSite=None; Partitioned"]
    assert got["x-own"] == "kept"
    assert not {"x-frame-options", "clear-site-data", "strict-transport-security", "alt-svc"} & set(got)


def live(browser: httpx.Client, query: str = "echo=1", **options: Any) -> ClientConnection:
    host = browser.headers["host"]
    headers = {"cookie": options.pop("cookie", browser.headers["cookie"] + "; cart=7")}
    address = browser.base_url
    socket: ClientConnection = connect(
        f"ws://{host}/live?{query}",
        address=(address.host, address.port),
        additional_headers=headers,
        origin=Origin(options.pop("origin", f"http://{host}")),
        subprotocols=[Subprotocol("other"), Subprotocol("hot")],
        max_size=None,
        **options,
    )
    return socket


def test_a_web_socket_both_ways(shown: Floor, browser: httpx.Client) -> None:
    port = shown.wait_for("running")["port"]
    with live(browser) as socket:
        assert socket.subprotocol == "hot"
        told = json.loads(socket.recv(timeout=60))
        got = names_in(told["headers"])
        assert (got["origin"], got["host"]) == (f"http://localhost:{port}", f"localhost:{port}")
        assert got["cookie"] == "cart=7"
        for message in ("text ü😀", b"\x00\xff", "x" * 3_000_000, b"y" * 3_000_000):
            socket.send(message)
            assert socket.recv(timeout=60) == message
        socket.send("close")
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=60)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4321, "as you wish")
    with live(browser) as socket:
        socket.recv(timeout=60)
        socket.close()
    wait_for_output(shown, "live: closed with")


@pytest.mark.parametrize("options", [{"cookie": "cart=7"}, {"origin": "http://evil.example"}, {"origin": "null"}])
def test_a_web_socket_of_others_is_refused(browser: httpx.Client, options: dict[str, str]) -> None:
    from websockets.exceptions import InvalidStatus

    with pytest.raises(InvalidStatus) as refused, live(browser, **options):
        pass
    assert refused.value.response.status_code == 403


def wait_for_output(floor: Floor, text: str) -> None:
    with floor.api.http.stream("GET", floor.path("/events"), timeout=60) as response:
        for line in response.iter_lines():
            if text in line:
                return
    raise AssertionError(f"never printed: {text}")
