"""Who may come in: a browser that was given a ticket by our own page, and then has a cookie."""

import hmac
from collections.abc import Iterable
from urllib.parse import parse_qs

from shopfloor.preview_proxy.origin import PreviewOrigin
from shopfloor.previews.served_program import ServedProgram

COOKIE = "shopfloor_access"
ENTRANCE = "/.shopfloor/enter"


def has_access(program: ServedProgram, cookies: Iterable[tuple[str, str]]) -> bool:
    return any(
        name == COOKIE and hmac.compare_digest(value.encode(), program.access_token.encode()) for name, value in cookies
    )


def access_cookie(program: ServedProgram, origin: PreviewOrigin) -> str:
    """Out of reach of the program's scripts. Partitioned: it counts only in the page in which it was given."""
    where = "Secure; SameSite=None; Partitioned" if origin.is_trustworthy else "SameSite=Lax"
    return f"{COOKIE}={program.access_token}; Path=/; HttpOnly; {where}"


def ticket_and_way(query: bytes) -> tuple[str, str]:
    """The ticket, and where to go from the entrance: never to another host."""
    fields = parse_qs(query.decode("latin-1"), max_num_fields=10)
    way = fields.get("to", ["/"])[0]
    is_plain = way.startswith("/") and not way.startswith(("//", "/\\")) and way.isprintable() and way.isascii()
    return fields.get("ticket", [""])[0], way if is_plain else "/"
