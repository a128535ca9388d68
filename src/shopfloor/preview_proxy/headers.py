"""What is passed on of headers, in both directions, and what is changed on the way.

The program takes itself for `http://localhost:PORT`, the browser knows it under its own origin: names are exchanged
where they matter. Ours stay ours: no cookie and no key of the server reaches the program, and nothing the program says
can speak for another origin or keep us from showing it in a frame.
"""

import re
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

from shopfloor.preview_proxy.access import COOKIE
from shopfloor.preview_proxy.origin import PreviewOrigin
from shopfloor.previews.target import Target

Pairs = list[tuple[bytes, bytes]]

_HOP_BY_HOP = frozenset(
    {
        *(b"connection", b"keep-alive", b"proxy-authenticate", b"proxy-authorization", b"proxy-connection"),
        *(b"te", b"trailer", b"transfer-encoding", b"upgrade"),
    }
)
_NOT_SENT = _HOP_BY_HOP | {b"host", b"cookie", b"forwarded", b"via", b"expect"}
_NOT_RETURNED = _HOP_BY_HOP | {
    *(b"date", b"server", b"x-frame-options", b"strict-transport-security", b"clear-site-data", b"alt-svc"),
    *(b"public-key-pins", b"nel", b"report-to", b"reporting-endpoints"),
}
_POLICIES = frozenset({b"content-security-policy", b"content-security-policy-report-only"})
_ADDRESSES = frozenset({b"location", b"content-location"})
_SOCKET_OWN = re.compile(rb"sec-websocket-(?:key|version|extensions|protocol|accept)")
_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0"})  # noqa: S104 - compared, not bound


def cookies_in(headers: Pairs) -> list[tuple[str, str]]:
    pairs = (
        part.strip() for name, value in headers if name == b"cookie" for part in value.decode("latin-1").split(";")
    )
    return [(name, value) for name, _, value in (pair.partition("=") for pair in pairs) if name]


def request_headers(headers: Pairs, origin: PreviewOrigin, target: Target, key: str | None) -> Pairs:
    dropped = _NOT_SENT | _named_in_connection(headers)
    sent = [(b"host", target.authority.encode())]
    for name, value in headers:
        if name in dropped or name.startswith(b"x-forwarded-") or _carries(value, key):
            continue
        sent.append((name, _renamed(value, origin, target) if name in (b"origin", b"referer") else value))
    own = "; ".join(f"{name}={value}" for name, value in cookies_in(headers) if name != COOKIE)
    return [*sent, (b"cookie", own.encode("latin-1"))] if own else sent


def socket_request_headers(headers: Pairs, origin: PreviewOrigin, target: Target, key: str | None) -> Pairs:
    """The handshake's own ones are made anew."""
    sent = request_headers(headers, origin, target, key)
    return [(name, value) for name, value in sent if name != b"host" and not _SOCKET_OWN.fullmatch(name)]


def response_headers(headers: Pairs, origin: PreviewOrigin, target: Target) -> Pairs:
    lower = [(name.lower(), value) for name, value in headers]
    dropped = _NOT_RETURNED | _named_in_connection(lower)
    returned = [pair for pair in lower if pair[0] not in dropped]
    returned = [pair for each in returned for pair in _changed(*each, origin, target)]
    return [*returned, (b"content-security-policy", f"frame-ancestors {origin.frame_ancestors}".encode())]


def _changed(name: bytes, value: bytes, origin: PreviewOrigin, target: Target) -> Iterator[tuple[bytes, bytes]]:
    if name == b"set-cookie":
        value = _own_cookie(value, origin)
    elif name in _POLICIES:
        value = _without_frame_ancestors(value)
    elif name in _ADDRESSES:
        value = _own_address(value, target)
    if value or name not in (_POLICIES | {b"set-cookie"}):
        yield name, value


def _named_in_connection(headers: Iterable[tuple[bytes, bytes]]) -> frozenset[bytes]:
    values = [value for name, value in headers if name == b"connection"]
    return frozenset(part.strip().lower() for value in values for part in value.split(b","))


def _carries(value: bytes, key: str | None) -> bool:
    return bool(key) and (key or "").encode() in value


def _renamed(value: bytes, origin: PreviewOrigin, target: Target) -> bytes:
    """The program compares these with its own name, to keep other sites out."""
    ours, rest = origin.url.encode(), value.removeprefix(origin.url.encode())
    is_ours = value.startswith(ours) and rest[:1] in (b"", b"/")
    return f"{target.scheme}://{target.authority}".encode() + rest if is_ours else value


def _own_cookie(value: bytes, origin: PreviewOrigin) -> bytes:
    """For its own origin only, and so that browsers send it back from within a frame. Empty where it is not its own."""
    first, *rest = (part.strip() for part in value.split(b";"))
    if first.partition(b"=")[0].strip().lower() == COOKIE.encode():
        return b""
    dropped = (b"domain", *((b"samesite", b"secure", b"partitioned") if origin.is_trustworthy else ()))
    kept = [part for part in rest if part.partition(b"=")[0].strip().lower() not in dropped]
    more = [b"Secure", b"SameSite=None", b"Partitioned"] if origin.is_trustworthy else []
    return b"; ".join([first, *kept, *more])


def _without_frame_ancestors(value: bytes) -> bytes:
    policies = (
        b"; ".join(part for each in policy.split(b";") if (part := each.strip()) and not _is_about_frames(part))
        for policy in value.split(b",")
    )
    return b", ".join(policy for policy in policies if policy)


def _is_about_frames(directive: bytes) -> bool:
    return directive.lower().startswith((b"frame-ancestors", b"report-uri", b"report-to"))


def _own_address(value: bytes, target: Target) -> bytes:
    """An address of the program itself, as it names itself, becomes a path."""
    text = value.decode("latin-1")
    try:
        parts = urlsplit(text)
        is_own = parts.hostname in {*_LOOPBACK_NAMES, target.host} and parts.port == target.port
    except ValueError:
        return value
    if parts.scheme not in ("http", "https") or not is_own:
        return value
    way = "/" + parts.path.lstrip("/")
    rest = text[len(f"{parts.scheme}://{parts.netloc}{parts.path}") :]
    return f"{way}{rest}".encode("latin-1")
