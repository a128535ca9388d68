"""Secrets on the wire: values go in only."""

from datetime import datetime

from pydantic import Field, SecretStr

from shopfloor.api.wire.base import Request, Response


class PutSecretRequest(Request):
    value: SecretStr = Field(max_length=65_536)


class SecretModel(Response):
    name: str
    scope: str = Field(description="`user`, or `project:` and its id", examples=["user", "project:pj-abc12345"])
    updated_at: datetime


class SecretsResponse(Response):
    secrets: list[SecretModel]
    total_count: int
    has_more: bool
