"""Errors on the wire."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from shopfloor.domain.work_order import ErrorCategory


class DifferenceModel(BaseModel):
    """One field that two versions of a configuration do not agree on."""

    model_config = ConfigDict(from_attributes=True)

    field: str
    before: Any
    after: Any


class ProblemModel(BaseModel):
    """application/problem+json: what went wrong, in which category, and what to do."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    code: str
    category: ErrorCategory
    retryable: bool
    hint: str | None = None
    field: str | None = None
    errors: list[dict[str, Any]] | None = None
    conflicting_files: list[str] | None = None
    current_version: int | None = None
    differences: list[DifferenceModel] | None = None
    request_id: str | None = None
