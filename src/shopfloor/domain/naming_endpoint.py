"""Where a small model that finds names is asked."""

from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from shopfloor.errors import InvalidInput


class NamingProvider(StrEnum):
    OPENAI = "openai"
    """Anything that speaks chat completions."""
    ANTHROPIC = "anthropic"


@dataclass(frozen=True, slots=True)
class NamingEndpoint:
    provider: NamingProvider
    base_url: str
    model: str

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.base_url)
            usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            usable = False
        if not usable or parts.query or parts.fragment or not self.base_url.isprintable():
            raise InvalidInput("naming.base_url is not a web address.", field="naming.base_url")
        if parts.username is not None or parts.password is not None:
            raise InvalidInput(
                "naming.base_url has credentials in it.",
                field="naming.base_url",
                hint="The key is the secret naming_api_key.",
            )
