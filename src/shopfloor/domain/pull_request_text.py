"""The part of a pull request's description that is ours, and how it is kept apart from what people write."""

import hashlib
import re

_PART = re.compile(
    r"<!-- shopfloor:begin (?P<digest>[0-9a-f]{16}) -->\n(?P<text>.*?)\n<!-- shopfloor:end -->", re.DOTALL
)
_MARKER = re.compile(r"<!-- (?:shopfloor:(?:begin [0-9a-f]{16}|end)|summary|end of summary) -->\n?")


def marked(text: str) -> str:
    """With a digest, by which we see later whether somebody has changed it."""
    text = _plain(text)
    return f"<!-- shopfloor:begin {_digest(text)} -->\n{text}\n<!-- shopfloor:end -->"


def refreshed(body: str, text: str) -> str | None:
    """The description with our part brought up to date, whatever stands around it.

    None where there is nothing to do: our part says it already, has gone, or is not as we left it.
    """
    body = body.replace("\r\n", "\n")
    part, ours = _PART.search(body), our_part(body)
    if part is None or ours is None or _plain(ours) == _plain(text):
        return None
    return body[: part.start()] + marked(text) + body[part.end() :]


def our_part(body: str) -> str | None:
    """What we wrote, if it is there as we left it."""
    part = _PART.search(body.replace("\r\n", "\n"))
    return part["text"] if part is not None and _digest(_plain(part["text"])) == part["digest"] else None


def without_markers(body: str) -> str:
    """As people read it."""
    return _MARKER.sub("", body)


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").strip()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
