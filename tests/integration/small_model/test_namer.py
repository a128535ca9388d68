"""The small model over real HTTP: what it is asked, and that nothing it does can hurt."""

import json
from collections.abc import AsyncIterator, Iterator

import pytest
from tests.support.small_model_server import SmallModelServer, small_model_server

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.naming_endpoint import NamingEndpoint, NamingProvider
from shopfloor.domain.redaction import Redactor
from shopfloor.errors import InvalidInput
from shopfloor.small_model.chat import SmallModelChat
from shopfloor.small_model.namer import Namer

ORDER = AgentWorkOrderId("wo-aaaaaaaa")
KEY = "sk-key-of-the-test-0123456789abcdef"


@pytest.fixture
def model() -> Iterator[SmallModelServer]:
    with small_model_server() as server:
        yield server


class Endpoint:
    current: NamingEndpoint | None = None


@pytest.fixture
async def namer(model: SmallModelServer) -> AsyncIterator[Namer]:
    Endpoint.current = NamingEndpoint(NamingProvider.OPENAI, f"{model.url}/v1", "tiny")

    async def key() -> str | None:
        return KEY

    namer = Namer(
        chat=SmallModelChat(),
        endpoint=lambda: Endpoint.current,
        key=key,
        redactor=Redactor([KEY, "hunter2-hunter2"]),
        seconds=5.0,
    )
    yield namer
    await namer.close()


async def test_names_come_from_one_question_in_either_protocol(model: SmallModelServer, namer: Namer) -> None:
    model.says(name={"title": "Add a login page", "branch": "login-page"})
    assert await namer.slug_for(ORDER, "please add login", seconds=30) == "login-page"
    asking = namer.begin(ORDER, "please add login")
    assert asking is not None
    names = await asking
    assert names is not None
    assert names.title == "Add a login page"
    ((path, headers, body),) = model.requests
    assert (path, headers["authorization"], body["model"]) == ("/v1/chat/completions", f"Bearer {KEY}", "tiny")
    Endpoint.current = NamingEndpoint(NamingProvider.ANTHROPIC, model.url, "tiny")
    other = AgentWorkOrderId("wo-bbbbbbbb")
    assert await namer.slug_for(other, "please add login", seconds=30) == "login-page"
    path, headers, body = model.requests[-1]
    assert (path, headers["x-api-key"]) == ("/v1/messages", KEY)
    assert body["max_tokens"] > 0


async def test_secrets_neither_leave_nor_come_back(model: SmallModelServer, namer: Namer) -> None:
    model.says(commit={"subject": "fix: use hunter2-hunter2 as password"})
    subject = await namer.subject_for(
        "Fix it", "I used hunter2-hunter2.", "+password = 'hunter2-hunter2'\n" + "x" * 10**6
    )
    assert subject is not None
    assert "hunter2" not in subject
    asked = json.dumps(model.requests[0][2])
    assert "hunter2" not in asked
    assert len(asked) < 30_000


@pytest.mark.parametrize(
    "answer",
    [
        (500, b"overloaded"),
        (401, b'{"error": "no"}'),
        (302, b""),
        (200, b""),
        (200, b"\xff\xfe garbage"),
        (200, b"[]"),
        (200, b'{"choices": []}'),
        (200, b'{"choices": [{"message": {"content": null}}]}'),
        (200, b'{"choices": [{"message": {"content": "' + b"a" * 400_000 + b'"}}]}'),
    ],
)
async def test_an_answer_of_no_use_is_no_answer_and_it_is_left_alone_for_a_while(
    model: SmallModelServer, namer: Namer, answer: tuple[int, bytes]
) -> None:
    model.answer = lambda path, body: answer
    assert await namer.subject_for("Fix it", "", "") is None
    assert not namer.is_ready
    assert await namer.slug_for(ORDER, "task", seconds=30) is None
    assert len(model.requests) == 1
    Endpoint.current = NamingEndpoint(NamingProvider.OPENAI, f"{model.url}/other", "tiny")
    assert namer.is_ready


@pytest.mark.parametrize("content", ["no json", "{}", '{"subject": "hello"}', '{"subject": 5}'])
async def test_words_of_no_use_are_not_used_and_do_not_count_as_failure(
    model: SmallModelServer, namer: Namer, content: str
) -> None:
    reply = json.dumps({"choices": [{"message": {"content": content}}]}).encode()
    model.answer = lambda path, body: (200, reply)
    assert await namer.subject_for("Fix it", "", "") is None
    assert namer.is_ready


async def test_nobody_waits_longer_than_he_said(model: SmallModelServer, namer: Namer) -> None:
    model.delay_seconds = 2.0
    model.says(name={"title": "Late", "branch": "late"})
    assert await namer.slug_for(ORDER, "task", seconds=0.05) is None
    assert await namer.slug_for(ORDER, "task", seconds=30) == "late"


async def test_a_server_that_is_not_there_is_no_answer(namer: Namer) -> None:
    Endpoint.current = NamingEndpoint(NamingProvider.OPENAI, "http://127.0.0.1:9", "tiny")
    assert await namer.summary_for("Title", "task", ["feat: a"], "diff") is None
    Endpoint.current = None
    assert not namer.is_ready


@pytest.mark.parametrize(
    "url", ["", "ftp://x", "file:///etc/passwd", "http://", "https://u:p@x/", "http://x:y/", "http://a b\n"]
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(InvalidInput):
        NamingEndpoint(NamingProvider.OPENAI, url, "tiny")
