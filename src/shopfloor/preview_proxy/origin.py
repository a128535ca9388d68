"""The origin under which one request came in, and the names that both sides have for each other."""

from dataclasses import dataclass
from urllib.parse import urlsplit

_LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "shopfloor.localhost")


@dataclass(frozen=True, slots=True)
class PreviewOrigin:
    scheme: str
    host: str
    """The Host header."""
    public_url: str | None
    """Of the server itself, where it is known by one."""

    @property
    def url(self) -> str:
        return f"{self.scheme}://{self.host}"

    @property
    def is_trustworthy(self) -> bool:
        """To browsers: only there do cookies work inside another site's frame."""
        name = urlsplit(f"//{self.host}").hostname or ""
        return self.scheme == "https" or name.endswith(".localhost")

    @property
    def frame_ancestors(self) -> str:
        """Our own pages, and the program's."""
        port = urlsplit(f"//{self.host}").port
        ours = {f"{self.scheme}://{name}" + (f":{port}" if port else "") for name in _LOOPBACK_HOSTS}
        if self.public_url:
            parts = urlsplit(self.public_url)
            ours.add(f"{parts.scheme}://{parts.netloc}")
        return " ".join(["'self'", *sorted(ours)])
