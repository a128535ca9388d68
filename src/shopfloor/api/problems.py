"""Errors on the wire: application/problem+json with code, category and what to do."""

from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from shopfloor.api.schema_document import reference
from shopfloor.api.wire import ProblemModel
from shopfloor.domain.work_order import ErrorCategory
from shopfloor.errors import ConfigurationChanged, MergeConflict, ShopfloorError

MEDIA_TYPE = "application/problem+json"
logger = structlog.get_logger(__name__)

_TITLES = {
    400: "Bad request",
    401: "Key wanted",
    403: "Refused",
    404: "Not found",
    405: "Method not allowed",
    409: "Not possible now",
    412: "Changed meanwhile",
    413: "Too large",
    422: "Not valid",
    500: "Internal error",
    502: "The forge failed",
    503: "Not ready",
    507: "No room",
}

_PLACES = frozenset({"body", "query", "path", "header"})
"""Where a field was, in front of its name; it may be called so itself."""

PROBLEM_RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"description": _TITLES[status], "content": {MEDIA_TYPE: {"schema": reference(ProblemModel)}}}
    for status in (403, 404, 409, 413, 422)
}


def problem_response(status: int, detail: str, code: str, category: ErrorCategory, **more: Any) -> JSONResponse:
    request_id = structlog.contextvars.get_contextvars().get("request_id")
    retryable = more.pop("retryable", category is ErrorCategory.TRANSIENT)
    problem = ProblemModel(
        title=_TITLES.get(status, "Error"),
        status=status,
        detail=detail,
        code=code,
        category=category,
        retryable=retryable,
        request_id=request_id,
        **more,
    )
    return JSONResponse(problem.model_dump(mode="json", exclude_none=True), status, media_type=MEDIA_TYPE)


def add_problem_handlers(app: FastAPI) -> None:
    app.add_exception_handler(ShopfloorError, _domain_error)
    app.add_exception_handler(RequestValidationError, _validation_error)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _unexpected_error)


async def _domain_error(_request: Request, exc: Exception) -> JSONResponse:
    assert isinstance(exc, ShopfloorError)
    more: dict[str, Any] = {"hint": exc.hint, "field": exc.field, "retryable": exc.retryable}
    if isinstance(exc, MergeConflict):
        more["conflicting_files"] = list(exc.conflicting_files)
    if isinstance(exc, ConfigurationChanged):
        more |= {"current_version": exc.current_version, "differences": exc.differences}
    return problem_response(exc.status, exc.message, exc.code, exc.category, **more)


async def _validation_error(_request: Request, exc: Exception) -> JSONResponse:
    assert isinstance(exc, RequestValidationError)
    errors = [_plain(error) for error in exc.errors()]
    first = errors[0]
    detail = f"{first['field']}: {first['message']}" if first["field"] else str(first["message"])
    return problem_response(
        422, detail, "invalid_input", ErrorCategory.USER_ACTION, field=first["field"] or None, errors=errors
    )


def _plain(error: dict[str, Any]) -> dict[str, Any]:
    where, *within = error.get("loc", ()) or ("",)
    field = ".".join(str(part) for part in (within if where in _PLACES else (where, *within)))
    return {"field": field, "message": error.get("msg", ""), "type": error.get("type", "")}


async def _http_error(_request: Request, exc: Exception) -> JSONResponse:
    assert isinstance(exc, HTTPException)
    code = {404: "not_found", 405: "method_not_allowed"}.get(exc.status_code, "http_error")
    response = problem_response(exc.status_code, str(exc.detail), code, ErrorCategory.USER_ACTION)
    for name, value in (exc.headers or {}).items():
        response.headers[name] = value
    return response


async def _unexpected_error(_request: Request, exc: Exception) -> JSONResponse:
    logger.error("request_failed", exc_info=exc)
    detail = "Something went wrong on the server. Its log has the details under the request id."
    return problem_response(500, detail, "internal_error", ErrorCategory.FATAL)
