"""The origins of served programs: a host name of its own for each, so that what it serves has no power over ours.

On this machine that is `<label>.localhost`, which browsers lead to loopback by themselves. For a server that is reached
from elsewhere it is what `preview_url` says, such as `https://*.preview.example.com`.

Browsers that keep framed pages of other sites from storing anything do so with `<label>.localhost`, too: every name
below `localhost` is a site of its own. Whoever opens Shopfloor as `shopfloor.localhost` gets names below that one,
other origins of the same site.
"""

import re
from urllib.parse import urlsplit

from shopfloor.errors import InvalidInput

_LABEL = re.compile(r"[pe]-[a-z2-7]{26}")
_LOOPBACK = re.compile(r"localhost|127(?:\.\d{1,3}){3}|::1")
_LOCAL = "localhost"
SAME_SITE_NAME = "shopfloor.localhost"
NO_ORIGIN_HINT = (
    "Open Shopfloor on the machine it runs on or through an SSH tunnel (ssh -L 8484:127.0.0.1:8484), or give previews "
    "names of their own: SHOPFLOOR_PREVIEW_URL=https://*.preview.example.com"
)


class ServedNames:
    def __init__(self, preview_url: str | None) -> None:
        self._pattern = _checked(preview_url)
        own = urlsplit(self._pattern.replace("*", "x")).hostname if self._pattern else None
        self._domains = {_LOCAL, SAME_SITE_NAME, *([own.removeprefix("x.")] if own else [])}

    def label_in(self, host: str) -> str | None:
        """The label in a Host header, if it is of that form."""
        name = _host_name(host)
        label, _, domain = name.partition(".")
        return label if domain in self._domains and _LABEL.fullmatch(label) else None

    def origin(self, label: str, *, scheme: str, host: str) -> str | None:
        """For somebody who has come to us under that host name; None where there is none for her."""
        if self._pattern is not None:
            return self._pattern.replace("*", label)
        name, port = _host_name(host), urlsplit(f"//{host}").port
        if name != SAME_SITE_NAME and not _LOOPBACK.fullmatch(name):
            return None
        domain = SAME_SITE_NAME if name == SAME_SITE_NAME else _LOCAL
        return f"{scheme}://{label}.{domain}" + (f":{port}" if port else "")

    def scheme_of(self, host: str) -> str | None:
        """How browsers reach that name, where it was set: in front of us somebody else may speak TLS."""
        return (
            None if self._pattern is None or _host_name(host).endswith(f".{_LOCAL}") else urlsplit(self._pattern).scheme
        )

    @property
    def frame_sources(self) -> tuple[str, ...]:
        """For the policy of our own page: what it may show in a frame."""
        return ("http://*.localhost:*", *([self._pattern] if self._pattern else []))


def _checked(preview_url: str | None) -> str | None:
    if not preview_url:
        return None
    pattern = preview_url.rstrip("/").lower()
    if not re.fullmatch(r"https?://\*\.[a-z0-9.-]+(:\d+)?", pattern):
        raise InvalidInput("preview_url is like https://*.preview.example.com", field="preview_url")
    return pattern


def _host_name(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""
