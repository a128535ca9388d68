"""Structured logs: one line an event, with the ids that tie it to its order, run and request."""

import logging
from typing import Any, TextIO

import structlog

from shopfloor.domain.redaction import Redactor
from shopfloor.settings import Settings

ALREADY_REDACTED = "already_redacted"
"""Set by who logs what went through the journal, which redacts all it takes."""


def configure_logging(settings: Settings, redactor: Redactor, stream: TextIO) -> None:
    """Ours through structlog, the libraries' warnings through the same renderer."""
    level = getattr(logging, settings.log_level.upper())

    def redact(_logger: Any, _method: str, event: dict[str, Any]) -> dict[str, Any]:
        if event.pop(ALREADY_REDACTED, False):
            return event
        return {key: redactor.json(value) for key, value in event.items()}

    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
        redact,
    ]
    renderer = _renderer(settings, stream)
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(file=stream),
        cache_logger_on_first_use=False,
    )
    _catch_library_logs(stream, shared, renderer, max(level, logging.WARNING))


def silence_logging() -> None:
    """What was configured is taken back, because its stream is about to be closed."""
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory(), processors=[_drop])
    logging.getLogger().handlers[:] = [logging.NullHandler()]


def _drop(_logger: Any, _method: str, _event: Any) -> Any:
    raise structlog.DropEvent


def _renderer(settings: Settings, stream: TextIO) -> Any:
    if settings.log_format == "json":
        return structlog.processors.JSONRenderer(default=str)
    return structlog.dev.ConsoleRenderer(colors=stream.isatty(), pad_event_to=0)


def _catch_library_logs(stream: TextIO, shared: list[Any], renderer: Any, level: int) -> None:
    handler = logging.StreamHandler(stream)
    processors = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer]
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=processors, foreign_pre_chain=shared))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
