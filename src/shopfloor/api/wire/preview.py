"""Served programs on the wire: previews and editors."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from shopfloor.api.wire.base import Request, Response
from shopfloor.previews.served_program import EndReason, ServedState

PagePath = Annotated[str, StringConstraints(pattern=r"^/", max_length=2000)]


class ServedProgramModel(Response):
    state: ServedState
    command: str | None = Field(description="what runs or ran, else what would")
    port: int | None = Field(description="where it was found to listen")
    exit_code: int | None
    end_reason: EndReason | None
    started_at: datetime | None
    ended_at: datetime | None
    origin: str | None = Field(description="its own, in browsers; null where this server has no name for it")
    hint: str | None = Field(description="what to do where it cannot be shown or started")


class EditorModel(Response):
    is_available: bool
    name: str | None
    path: str | None
    hint: str | None = Field(description="how to add one")


class StartPreviewRequest(Request):
    command: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000)] | None = Field(
        None, description="instead of the project's"
    )


class VisitRequest(Request):
    path: PagePath = "/"


class VisitResponse(Response):
    url: str = Field(description="lets one browser in, within a minute")
