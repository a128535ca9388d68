"""Holds requests, answers and webhooks against what GitHub publishes."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

_PUBLISHED = Path(__file__).with_name("published")
_EVERYWHERE = frozenset({"301", "304", "307", "401", "403", "404", "429", "500", "502", "503"})
"""Any request may be answered so; not every operation's description says it."""


class ContractViolation(AssertionError):
    """Somebody said what GitHub would not say or not understand."""


@dataclass(frozen=True, slots=True)
class Operation:
    name: str
    method: str
    path: str
    pattern: re.Pattern[str]
    parameters: Mapping[tuple[str, str], Mapping[str, Any]]
    body: Mapping[str, Any] | None
    body_required: bool
    answers: Mapping[str, Mapping[str, Any] | None]


class RestContract:
    def __init__(self) -> None:
        published = json.loads((_PUBLISHED / "rest.json").read_text())
        self._components = {"schemas": published["schemas"]}
        self.operations = [_operation(name, each) for name, each in published["operations"].items()]
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def find(self, method: str, path: str) -> Operation:
        """A path without placeholders comes before one with."""
        fitting = [each for each in self.operations if each.method == method and each.pattern.fullmatch(path)]
        if not fitting:
            raise ContractViolation(f"{method} {path} is no operation named in github_contract/used.py")
        return min(fitting, key=lambda each: each.pattern.groups)

    def check_request(
        self, operation: Operation, path: str, query: Mapping[str, str], body: Any, *, has_body: bool
    ) -> None:
        match = operation.pattern.fullmatch(path)
        assert match is not None
        for name, text in match.groupdict().items():
            self._check_parameter(operation, "path", name, text)
        for name, text in query.items():
            self._check_parameter(operation, "query", name, text)
        for (where, name), parameter in operation.parameters.items():
            if where == "query" and parameter["required"] and name not in query:
                raise ContractViolation(f"{operation.name}: the query lacks {name}")
        if has_body:
            if operation.body is None:
                raise ContractViolation(f"{operation.name} takes no body")
            self._check(f"{operation.name} body", operation.body, body)
        elif operation.body_required:
            raise ContractViolation(f"{operation.name} needs a body")

    def check_answer(self, operation: Operation, status: int, body: Any) -> None:
        if str(status) in operation.answers:
            schema = operation.answers[str(status)]
            if schema is not None:
                self._check(f"{operation.name} answer {status}", schema, body)
            elif body is not None and status < 400:
                raise ContractViolation(f"{operation.name}: an answer {status} has no body")
        elif str(status) not in _EVERYWHERE:
            raise ContractViolation(f"{operation.name} never answers {status}")
        elif status >= 400:
            self._check("basic-error", {"$ref": "#/components/schemas/basic-error"}, body)

    def _check_parameter(self, operation: Operation, where: str, name: str, text: str) -> None:
        parameter = operation.parameters.get((where, name))
        if parameter is None:
            raise ContractViolation(f"{operation.name} has no {where} parameter {name}")
        self._check(f"{operation.name} {where} {name}", parameter["schema"], _typed(text, parameter["schema"]))

    def _check(self, name: str, schema: Mapping[str, Any], value: Any) -> None:
        validator = self._validators.get(name)
        if validator is None:
            document = {**schema, "components": self._components}
            validator = self._validators[name] = jsonschema_rs.Draft202012Validator(document, validate_formats=True)
        _raise_for_errors(name, validator, value)


class WebhookContract:
    def __init__(self) -> None:
        self._document = json.loads((_PUBLISHED / "webhooks.json").read_text())
        self._validators: dict[str, jsonschema_rs.Draft7Validator] = {}

    def check(self, event: str, payload: Mapping[str, Any]) -> None:
        name = f"{event}${payload.get('action', 'event')}"
        if name not in self._document["definitions"]:
            raise ContractViolation(f"{name} is no webhook that Shopfloor uses")
        validator = self._validators.get(name)
        if validator is None:
            document = {"$ref": f"#/definitions/{name}", "definitions": self._document["definitions"]}
            validator = self._validators[name] = jsonschema_rs.Draft7Validator(document)
        _raise_for_errors(name, validator, payload)


@cache
def webhook_examples() -> dict[str, dict[str, Any]]:
    """GitHub's own payloads, by `event$action`."""
    examples: dict[str, dict[str, Any]] = json.loads((_PUBLISHED / "webhook_examples.json").read_text())
    return examples


def graphql_schema_text() -> str:
    return (_PUBLISHED / "schema.graphql").read_text()


def _operation(name: str, given: dict[str, Any]) -> Operation:
    placeholders = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(given["path"]))
    pattern = placeholders.replace("(?P<ref>[^/]+)", "(?P<ref>.+)").replace("(?P<branch>[^/]+)", "(?P<branch>.+)")
    return Operation(
        name=name,
        method=given["method"],
        path=given["path"],
        pattern=re.compile(pattern),
        parameters={(each["in"], each["name"]): each for each in given["parameters"]},
        body=given["body"],
        body_required=given["body_required"],
        answers=given["answers"],
    )


def _typed(text: str, schema: Mapping[str, Any]) -> Any:
    if schema.get("type") == "integer" and re.fullmatch(r"-?\d+", text):
        return int(text)
    if schema.get("type") == "boolean" and text in {"true", "false"}:
        return text == "true"
    return text


def _raise_for_errors(name: str, validator: Any, value: Any) -> None:
    errors = [
        f"{'/'.join(map(str, error.instance_path))}: {error.message}"[:600] for error in validator.iter_errors(value)
    ]
    if errors:
        raise ContractViolation(f"{name}: " + "; ".join(errors[:8]))
