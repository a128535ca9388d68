import pytest

from shopfloor.errors import InvalidInput
from shopfloor.previews.names import ServedNames
from shopfloor.previews.tickets import Tickets

LABEL = "p-" + "a2" * 13


@pytest.mark.parametrize(
    ("host", "label"),
    [
        (f"{LABEL}.localhost:8484", LABEL),
        (f"{LABEL.upper()}.LOCALHOST", LABEL),
        (f"{LABEL}.preview.example.com", LABEL),
        (f"{LABEL}.shopfloor.localhost:8484", LABEL),
        (f"x.{LABEL}.localhost", None),
        (f"{LABEL}.localhost.evil.example", None),
        (f"{LABEL}.example.com", None),
        (f"{LABEL}x.localhost", None),
        ("localhost", None),
        ("[::1]:80", None),
        ("[", None),
        ("", None),
    ],
)
def test_whose_name_it_is(host: str, label: str | None) -> None:
    assert ServedNames("https://*.preview.example.com").label_in(host) == label


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("127.0.0.1:8484", f"http://{LABEL}.localhost:8484"),
        ("localhost", f"http://{LABEL}.localhost"),
        ("[::1]:9", f"http://{LABEL}.localhost:9"),
        ("shopfloor.localhost:8484", f"http://{LABEL}.shopfloor.localhost:8484"),
        ("192.168.1.5:8484", None),
        ("floor.example.com", None),
    ],
)
def test_where_it_is_shown_to_whom(host: str, origin: str | None) -> None:
    assert ServedNames(None).origin(LABEL, scheme="http", host=host) == origin
    named = ServedNames("https://*.preview.example.com:8443/")
    assert named.origin(LABEL, scheme="http", host=host) == f"https://{LABEL}.preview.example.com:8443"


@pytest.mark.parametrize("pattern", ["preview.example.com", "https://preview.example.com", "https://*", "ftp://*.a.b"])
def test_a_pattern_has_a_star_in_front(pattern: str) -> None:
    with pytest.raises(InvalidInput, match="preview_url"):
        ServedNames(pattern)


def test_tickets_are_few_and_good_once() -> None:
    tickets = Tickets()
    first = tickets.issue("p-a")
    assert [tickets.redeem("p-b", first), tickets.redeem("p-a", first)] == [False, False]
    second = tickets.issue("p-a")
    assert [tickets.redeem("p-a", second), tickets.redeem("p-a", second)] == [True, False]
    oldest = tickets.issue("p-a")
    for _ in range(1000):
        tickets.issue("p-a")
    assert not tickets.redeem("p-a", oldest)
