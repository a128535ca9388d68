"""Health on the wire."""

from shopfloor.api.wire.base import Response


class HealthResponse(Response):
    status: str
    version: str


class ReadyResponse(Response):
    status: str
    checks: dict[str, str]
