"""Puts GitHub's words into git's report about a refused ref: `ng REF REASON`, in pkt-lines inside the side band."""

_GIVEN = b"pre-receive hook declined"


def with_reason(content: bytes, reason: str) -> bytes:
    said = b""
    for payload in _lines(content):
        if payload is None:
            said += b"0000"
        elif payload[:1] == b"\x01":
            said += _line(b"\x01" + _replaced(payload[1:], reason.encode()))
        else:
            said += _line(payload)
    return said


def _replaced(report: bytes, reason: bytes) -> bytes:
    return b"".join(
        b"0000" if payload is None else _line(payload.replace(_GIVEN, reason)) for payload in _lines(report)
    )


def _lines(content: bytes) -> "list[bytes | None]":
    found: list[bytes | None] = []
    at = 0
    while at < len(content):
        length = int(content[at : at + 4], 16)
        found.append(content[at + 4 : at + length] if length >= 4 else None)
        at += max(length, 4)
    return found


def _line(payload: bytes) -> bytes:
    return b"%04x" % (len(payload) + 4) + payload
