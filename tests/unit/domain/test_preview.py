from dataclasses import dataclass

import pytest

from shopfloor.domain.preview import PrintedAddress, chosen_address, plain_text, printed_addresses


@dataclass(frozen=True)
class Address:
    port: int
    host: str = "127.0.0.1"


@pytest.mark.parametrize(
    ("printed", "found"),
    [
        (
            "  \x1b[32m➜\x1b[39m  \x1b[1mLocal\x1b[22m:   \x1b[36mhttp://localhost:\x1b[1m5173\x1b[22m/\x1b[39m",
            [("http", 5173)],
        ),
        ("   - Local:        http://localhost:3000\n   - Network: http://192.168.1.5:3000", [("http", 3000)]),
        ("Starting development server at http://127.0.0.1:8000/", [("http", 8000)]),
        ("* Listening on http://[::1]:3000\n* Listening on http://0.0.0.0:3001", [("http", 3000), ("http", 3001)]),
        ("HTTPS://dev.test:8443/app", [("https", 8443)]),
        ("http://localhost/ http://localhost:99999 ftp://localhost:21 error at main.ts:512", []),
    ],
)
def test_addresses_as_servers_print_them(printed: str, found: list[tuple[str, int]]) -> None:
    addresses = printed_addresses(plain_text(printed))
    assert list(dict.fromkeys((each.scheme, each.port) for each in addresses)) == found


def test_plain_text_keeps_words_and_nothing_that_moves() -> None:
    assert plain_text("\x1b]0;title\x07a\x1b[2K\rb\x1b[1;31m!\x1b(B\x00\x08 ü\ttab\r\nend") == "a\nb!(B ü\ttab\nend"


@pytest.mark.parametrize(
    ("listening", "wanted", "offered", "printed", "chosen"),
    [
        ([], None, 4000, [], None),
        ([3000, 4000], None, 4000, [3000], (4000, "http")),
        ([3000, 9229], None, 4000, [3000], (3000, "http")),
        ([9229, 24678, 5173], None, 4000, [1, 5173, 9229], (5173, "http")),
        ([9229, 3000], None, 4000, [], (3000, "http")),
        ([3000], 5000, 5000, [3000], None),
        ([3000, 5000], 5000, 5000, [3000], (5000, "http")),
    ],
)
def test_which_of_its_addresses_is_shown(
    listening: list[int], wanted: int | None, offered: int, printed: list[int], chosen: tuple[int, str] | None
) -> None:
    found = chosen_address(
        [Address(port) for port in listening],
        wanted=wanted,
        offered=offered,
        printed=[PrintedAddress("http", port) for port in printed],
    )
    assert (found and (found[0].port, found[1])) == chosen


def test_the_scheme_is_the_printed_one() -> None:
    printed = [PrintedAddress("https", 8443), PrintedAddress("http", 8443)]
    assert chosen_address([Address(8443)], wanted=None, offered=None, printed=printed) == (Address(8443), "https")
