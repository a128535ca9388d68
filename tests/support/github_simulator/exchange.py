"""A request and the answer to it, apart from sockets."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    """Without the API's prefix."""
    query: Mapping[str, str]
    query_string: str
    headers: Mapping[str, str]
    """Names in lower case."""
    content: bytes
    api_url: str

    @cached_property
    def body(self) -> Any:
        return json.loads(self.content) if self.content.strip() else None

    @property
    def has_body(self) -> bool:
        return bool(self.content.strip())

    def field(self, name: str, default: Any = None) -> Any:
        return (self.body or {}).get(name, default) if isinstance(self.body or {}, dict) else default


@dataclass(slots=True)
class Answer:
    status: int
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    content: bytes | None = None
    """Raw, for what is not JSON."""

    def encoded(self) -> bytes:
        if self.content is not None:
            return self.content
        return b"" if self.body is None else json.dumps(self.body, ensure_ascii=False).encode()


class Refused(Exception):
    """Ends a request early."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.status)
        self.answer = answer


_DOCUMENTATION = "https://docs.github.com/rest"


def refusal(status: int, message: str, **headers: str) -> Refused:
    body = {"message": message, "documentation_url": _DOCUMENTATION, "status": str(status)}
    return Refused(Answer(status, body, {name.replace("_", "-"): value for name, value in headers.items()}))


def merge_refusal(status: int, message: str) -> Refused:
    """The description of these has no `status` in the body."""
    return Refused(Answer(status, {"message": message, "documentation_url": _DOCUMENTATION}))


def not_found() -> Refused:
    return refusal(404, "Not Found")


def validation_failed(*errors: Mapping[str, Any], message: str = "Validation Failed") -> Refused:
    body: dict[str, Any] = {"message": message, "documentation_url": _DOCUMENTATION}
    if errors:
        body["errors"] = [dict(each) for each in errors]
    return Refused(Answer(422, body))
