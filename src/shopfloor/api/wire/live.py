"""Log entries and events on the wire."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict

from shopfloor.api.wire.base import Response


class LogEntryModel(BaseModel):
    """The event's own facts stand beside these."""

    model_config = ConfigDict(extra="allow")

    timestamp: datetime
    level: str
    event: str
    agent_work_order_id: str


class LogsResponse(Response):
    agent_work_order_id: str
    log_entries: list[LogEntryModel]
    total_count: int
    has_more: bool


class EventModel(BaseModel):
    """The event's own facts stand beside these."""

    model_config = ConfigDict(extra="allow")

    seq: int
    at: datetime
    type: str
    agent_work_order_id: str


class EventsResponse(Response):
    events: list[EventModel]
    total_count: int
    has_more: bool
