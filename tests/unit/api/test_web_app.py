"""How the web app's files go out: caching, compression, the one page for all addresses."""

from pathlib import Path

import pytest
from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient

from shopfloor.api.web_app import web_app_router


@pytest.fixture
def client(tmp_path: Path) -> AsyncClient:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Shopfloor</title>")
    (tmp_path / "assets" / "index-abc123.js").write_text("let a = 1")
    (tmp_path / "assets" / "index-abc123.js.br").write_bytes(b"not really brotli")
    return client_of(tmp_path)


def client_of(folder: Path) -> AsyncClient:
    app = FastAPI()
    app.include_router(web_app_router(folder))
    return AsyncClient(transport=ASGITransport(app), base_url="http://floor")


@pytest.mark.parametrize("path", ["/", "/orders/wo-abc12345", "/settings/agents", "/no-such-page"])
async def test_every_address_is_the_app(client: AsyncClient, path: str) -> None:
    answer = await client.get(path)
    assert answer.status_code == 200
    assert "<title>Shopfloor" in answer.text
    assert answer.headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in answer.headers["content-security-policy"]


async def test_the_page_is_asked_for_again_by_its_tag(client: AsyncClient) -> None:
    tag = (await client.get("/")).headers["etag"]
    answer = await client.get("/orders/wo-abc12345", headers={"if-none-match": tag})
    assert answer.status_code == 304
    assert not answer.content


async def test_hashed_files_are_kept_for_good(client: AsyncClient) -> None:
    answer = await client.get("/assets/index-abc123.js", headers={"accept-encoding": "identity"})
    assert answer.text == "let a = 1"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/javascript")


async def test_a_compressed_twin_goes_to_those_who_read_it(client: AsyncClient) -> None:
    async with client.stream("GET", "/assets/index-abc123.js", headers={"accept-encoding": "gzip, br"}) as answer:
        assert answer.headers["content-encoding"] == "br"
        assert answer.headers["content-type"].startswith("text/javascript")
        assert b"".join([chunk async for chunk in answer.aiter_raw()]) == b"not really brotli"


async def test_a_file_of_another_version_is_missed_not_the_page(client: AsyncClient) -> None:
    assert (await client.get("/assets/index-old.js")).status_code == 404


async def test_an_unknown_api_address_is_not_the_app(client: AsyncClient) -> None:
    assert (await client.get("/api/no-such-thing")).status_code == 404


@pytest.mark.parametrize("path", ["/..%2f..%2fpyproject.toml", "/assets/..%2f..%2fsecret"])
async def test_nothing_outside_the_folder_goes_out(client: AsyncClient, path: str) -> None:
    answer = await client.get(path)
    assert answer.status_code == 404 or "<title>Shopfloor" in answer.text


async def test_an_app_that_was_not_built_says_so(tmp_path: Path) -> None:
    answer = await client_of(tmp_path).get("/")
    assert answer.status_code == 503
    assert "make setup" in answer.text
