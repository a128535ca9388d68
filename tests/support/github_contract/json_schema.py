"""OpenAPI 3.0 schemas said in JSON Schema, and taken at their word.

`nullable` becomes a type. What is only prose goes. An object that lists its properties has no others, or an answer
could claim anything beside what GitHub describes; only a part of an `allOf` stays open.
"""

from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]

_PROSE = {"description", "example", "examples", "title", "externalDocs", "deprecated", "readOnly", "default", "tags"}
_MAPS = {"properties", "patternProperties"}
_LISTS = {"allOf", "anyOf", "oneOf"}


def to_json_schema(schema: Schema, parts: set[str], *, part: bool = False) -> Schema:
    """`parts` names the components that are used as a part of an `allOf` and so cannot be closed."""
    said = _translated(schema, parts)
    if "properties" in said and "additionalProperties" not in said and not part:
        said["additionalProperties"] = False
    return _nullable(said) if schema.get("nullable") else said


def _translated(schema: Schema, parts: set[str]) -> Schema:
    said: Schema = {}
    for name, value in schema.items():
        if name in _PROSE or name.startswith("x-") or name in {"nullable", "discriminator"}:
            continue
        if name in _MAPS:
            said[name] = {key: to_json_schema(each, parts) for key, each in value.items()}
        elif name in _LISTS:
            said[name] = [to_json_schema(each, parts, part=name == "allOf") for each in value]
        elif name in {"items", "additionalProperties", "not"} and isinstance(value, dict):
            said[name] = to_json_schema(value, parts)
        else:
            said[name] = value
    return said


def _nullable(said: Schema) -> Schema:
    if "enum" in said and None not in said["enum"]:
        said["enum"] = [*said["enum"], None]
    if isinstance(said.get("type"), str):
        return {**said, "type": [said["type"], "null"]}
    return {"anyOf": [said, {"type": "null"}]}


def loosened(value: Any) -> Any:
    """Without lower bounds on lists; what is empty then fits several of the alternatives."""
    if isinstance(value, dict):
        renamed = {("anyOf" if name == "oneOf" else name): each for name, each in value.items() if name != "minItems"}
        return {name: loosened(each) for name, each in renamed.items()}
    return [loosened(each) for each in value] if isinstance(value, list) else value


def references_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(reference := value.get("$ref"), str):
            yield reference
        for each in value.values():
            yield from references_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from references_in(each)


def parts_of_all_of(value: Any) -> Iterator[str]:
    """The components named directly inside an `allOf`."""
    if isinstance(value, dict):
        for each in value.get("allOf", []) if isinstance(value.get("allOf"), list) else []:
            if isinstance(each, dict) and "$ref" in each:
                yield each["$ref"].rsplit("/", 1)[1]
        for each in value.values():
            yield from parts_of_all_of(each)
    elif isinstance(value, list):
        for each in value:
            yield from parts_of_all_of(each)
