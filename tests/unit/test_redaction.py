import json
from datetime import UTC, datetime
from enum import StrEnum

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shopfloor.domain.redaction import REDACTED, Redactor, StreamRedactor
from shopfloor.domain.work_order import Author

KEY = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow+/IBAAKCAQEA\nabc=\n-----END RSA PRIVATE KEY-----"
LITERAL = "correct horse\nbattery"
redactor = Redactor([LITERAL, "hunter2", "abc"])

SECRETS = [
    "ghp_" + "a1B2" * 9,
    "gho_" + "a1B2" * 9,
    "github_pat_11ABCDEFG0" + "x" * 30,
    "glpat-abcdEFGH1234-5678xyz",
    "sk-proj-abcdEFGH12345678",
    "sk-ant-api03-abcdEFGH12345678_-xyz",
    "AKIAIOSFODNN7EXAMPLE",
    "xoxb-1234567890-abcdefghij",
    "AIza" + "Sy" * 18,
    "npm_" + "a1" * 18,
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
    KEY,
    LITERAL,
    "hunter2",
]


@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_is_taken_out_and_its_surroundings_stay(secret: str) -> None:
    assert redactor.text(f"before {secret} after") == f"before {REDACTED} after"
    assert redactor.text(f'{{"x":"{secret}"}}') == f'{{"x":"{REDACTED}"}}'
    assert redactor.text(secret) == REDACTED


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("GITHUB_TOKEN=abcd1234 make", "GITHUB_TOKEN=[redacted] make"),
        ("export DB_PASSWORD='it is me'; ls", "export DB_PASSWORD='[redacted]'; ls"),
        ('AWS_SECRET_KEY: "x/y+z"', 'AWS_SECRET_KEY: "[redacted]"'),
        ('"API_KEY": "x/y+z"', '"API_KEY": "[redacted]"'),
        ("Authorization: Bearer abc.def-1", "Authorization: Bearer [redacted]"),
        ("authorization: Basic dXNlcjpwYXNz\r\nHost: x", "authorization: Basic [redacted]\r\nHost: x"),
        ("Authorization: 0123456789abcdef", "Authorization: [redacted]"),
        ("curl -H 'bearer 0123456789abcdef'", "curl -H 'bearer [redacted]'"),
        ("git clone https://joe:pw@host.org/x.git", "git clone https://[redacted]@host.org/x.git"),
        ("https://x-access-token-0123456@host.org", "https://[redacted]@host.org"),
        ('password = "geheim"', 'password = "[redacted]"'),
        ("GET /x?access_token=abcdef&page=2", "GET /x?access_token=[redacted]&page=2"),
        (f"cat key\n{KEY[:60]}", "cat key\n[redacted]"),
    ],
)
def test_what_stands_beside_a_secret_stays(text: str, redacted: str) -> None:
    assert redactor.text(text) == redacted


@pytest.mark.parametrize(
    "text",
    [
        "The key insight is that a token is a word, and Basic understanding helps.",
        "API_TOKEN = os.environ['API_TOKEN']",
        "MY_KEY=$OTHER and MY_KEY=${OTHER}",
        "if API_KEY == other:",
        "ssh://git@github.com/owner/repository.git",
        "git@github.com:owner/repository.git",
        "http://localhost:8080/path and https://example.org/a@b",
        "def login(password: str, token: str) -> None: ...",
        "risk-management-procedures-2024 and task-1234567890123456789",
        "bearer of bad news",
        "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----",
        "input_tokens=12345",
        "SESSION_KEY=None",
    ],
)
def test_harmless_text_stays_as_it_is(text: str) -> None:
    assert redactor.text(text) == text


def test_json_is_made_plain_and_clean() -> None:
    class Colour(StrEnum):
        RED = "red"

    value = {
        "password": "x",
        "nested": [{"GITHUB_TOKEN": "y", "text": "hunter2!"}, ("a", Colour.RED)],
        "repository_key": "app-1",
        "author": Author("Ada", "ada@example.org"),
        "at": datetime(2026, 1, 1, tzinfo=UTC),
        "numbers": [1, 2.5, True, None, float("nan")],
        "token": 7,
        5: "five",
    }
    assert redactor.json(value) == {
        "password": REDACTED,
        "nested": [{"GITHUB_TOKEN": REDACTED, "text": f"{REDACTED}!"}, ["a", "red"]],
        "repository_key": "app-1",
        "author": {"name": "Ada", "email": "ada@example.org"},
        "at": "2026-01-01T00:00:00+00:00",
        "numbers": [1, 2.5, True, None, None],
        "token": 7,
        "5": "five",
    }


def test_json_without_end_has_one() -> None:
    deep: list[object] = []
    for _ in range(5000):
        deep = [deep]
    text = json.dumps(redactor.json(deep))
    assert 0 < text.count("[") < 5000


def streamed(text: str, cuts: list[int]) -> list[str]:
    places = sorted({min(cut, len(text)) for cut in cuts})
    stream = StreamRedactor(redactor)
    pieces = [text[start:end] for start, end in zip([0, *places], [*places, len(text)], strict=True)]
    return [*map(stream.feed, pieces), stream.finish()]


FRAGMENTS = [
    *SECRETS,
    *("ghp_", "gh", "sk-", "sk_live_", "AKIA", "ey", "eyJ", "-----BEGIN ", "RSA PRIVATE KEY-----", "-----", "correct"),
    *("API_KEY", "MY_SECRET", "DB_PASSWORD", "password", "access_token", "Authorization", "Bearer", "bearer", "Basic"),
    *(
        "=",
        ":",
        '"',
        "'",
        " ",
        "\t",
        "\n",
        ": ",
        " = ",
        "https://",
        "://",
        "@",
        "/",
        "?token=",
        "&",
        ".",
        ",",
        "_",
        "-",
    ),
    *(
        "a",
        "x1",
        "abcdef123456",
        "0123456789abcdef",
        "None",
        "os.",
        "$X",
        "==",
        "Grüße",
        "[redacted]",
        "[redacted",
        "]",
    ),
]
texts = st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=5)), max_size=12).map("".join)
spaced_texts = st.lists(st.sampled_from(FRAGMENTS), max_size=12).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(text=texts, cuts=st.lists(st.integers(0, 400), max_size=12))
@example(text="API_KEY=abc\n", cuts=[3, 8, 9])
@example(text=f"a{KEY}b", cuts=[4, 20, 60, 70])
def test_redacting_in_pieces_gives_what_redacting_the_whole_gives(text: str, cuts: list[int]) -> None:
    assert "".join(streamed(text, cuts)) == redactor.text(text)


@settings(max_examples=60, deadline=None)
@given(text=texts)
def test_character_by_character_too(text: str) -> None:
    assert "".join(streamed(text, list(range(len(text))))) == redactor.text(text)


@settings(max_examples=60, deadline=None)
@given(text=spaced_texts)
def test_redacting_twice_changes_nothing(text: str) -> None:
    once = redactor.text(text)
    assert redactor.text(once) == once


@given(
    words=st.lists(
        st.sampled_from([*SECRETS, "and", "some", "words", "here\n", "API_KEY=abcdef"]), min_size=100, max_size=200
    ),
    size=st.integers(1, 90),
)
@settings(max_examples=5, deadline=None)
def test_long_texts_in_pieces_too(words: list[str], size: int) -> None:
    text = " ".join(words)
    assert "".join(streamed(text, list(range(0, len(text), size)))) == redactor.text(text)


def test_plain_words_are_not_held_back() -> None:
    stream = StreamRedactor(redactor)
    assert [stream.feed(word) for word in ("Hello", " wor", "ld", ", the key", " is", " here.")] == [
        "Hello",
        " wor",
        "ld",
        ", the key",
        " is",
        " here.",
    ]


def test_the_beginning_of_a_secret_is_held_back_until_it_is_decided() -> None:
    stream = StreamRedactor(redactor)
    assert stream.feed("use gh") == "use "
    assert stream.feed("p_") == ""
    assert stream.feed("x ok") == "ghp_x ok"


def test_a_held_back_end_is_given_out_at_the_finish() -> None:
    stream = StreamRedactor(redactor)
    assert (stream.feed("call gh"), stream.finish()) == ("call ", "gh")


def test_memory_is_bounded_and_an_endless_secret_stays_secret() -> None:
    stream = StreamRedactor(redactor)
    given_out = (
        stream.feed("API_KEY=") + "".join(stream.feed("s3cr3t" * 1000) for _ in range(50)) + stream.feed(" done")
    )
    assert given_out == f"API_KEY={REDACTED} done"
    assert sum(len(stream.feed("word " * 1000)) for _ in range(100)) == 500_000
    assert stream.remembered < 10_000
