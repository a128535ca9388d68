"""Makes `published/` from the npm packages, whose tarballs are in the folder that is named."""

import json
import sys
import tarfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from graphql import (
    DocumentNode,
    InterfaceTypeDefinitionNode,
    ObjectTypeDefinitionNode,
    TypeDefinitionNode,
    parse,
    print_ast,
)
from graphql.language import NamedTypeNode, Node, visit
from graphql.language.visitor import Visitor
from tests.support.github_contract.json_schema import (
    Schema,
    loosened,
    parts_of_all_of,
    references_in,
    to_json_schema,
)
from tests.support.github_contract.used import GRAPHQL_FIELDS, LOOSENED_BODIES, OPERATIONS, WEBHOOKS

PUBLISHED = Path(__file__).with_name("published")


def extract_rest(description: dict[str, Any]) -> dict[str, Any]:
    components = description["components"]
    operations: dict[str, Any] = {}
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            if operation["operationId"] in OPERATIONS:
                operations[operation["operationId"]] = _operation(path, method, operation, components)
    missing = set(OPERATIONS) - set(operations)
    if missing:
        raise SystemExit(f"not in the description: {sorted(missing)}")
    return {"operations": dict(sorted(operations.items())), "schemas": _reachable(operations, components["schemas"])}


def _operation(path: str, method: str, operation: Schema, components: dict[str, Any]) -> Schema:
    body = operation.get("requestBody", {})
    schema = _of_content(body)
    return {
        "path": path,
        "method": method.upper(),
        "parameters": [_parameter(each, components) for each in operation.get("parameters", [])],
        "body": loosened(schema) if schema and operation["operationId"] in LOOSENED_BODIES else schema,
        "body_required": body.get("required", False),
        "answers": {
            status: _of_content(_resolved(answer, components)) for status, answer in operation["responses"].items()
        },
    }


def _parameter(parameter: Schema, components: dict[str, Any]) -> Schema:
    parameter = _resolved(parameter, components)
    return {
        "name": parameter["name"],
        "in": parameter["in"],
        "required": parameter.get("required", False),
        "schema": parameter["schema"],
    }


def _of_content(holder: Schema) -> Schema | None:
    for media_type, content in holder.get("content", {}).items():
        if media_type.endswith("json"):
            schema: Schema = content["schema"]
            return schema
    return None


def _resolved(value: Schema, components: dict[str, Any]) -> Schema:
    if "$ref" not in value:
        return value
    _, _, kind, name = value["$ref"].split("/")
    found: Schema = components[kind][name]
    return found


def _reachable(operations: dict[str, Any], schemas: dict[str, Schema]) -> dict[str, Schema]:
    parts = set(parts_of_all_of(schemas)) | set(parts_of_all_of(operations))
    for operation in operations.values():
        for parameter in operation["parameters"]:
            parameter["schema"] = to_json_schema(parameter["schema"], parts)
        operation["body"] = operation["body"] and to_json_schema(operation["body"], parts)
        operation["answers"] = {
            status: schema and to_json_schema(schema, parts) for status, schema in operation["answers"].items()
        }
    return _closure(
        {name for reference in references_in(operations) if (name := reference.rsplit("/", 1)[1])},
        {name: to_json_schema(schema, parts, part=name in parts) for name, schema in schemas.items()},
    )


def _closure(names: set[str], schemas: dict[str, Schema]) -> dict[str, Schema]:
    found: dict[str, Schema] = {}
    while names:
        name = names.pop()
        found[name] = schemas[name]
        names |= {reference.rsplit("/", 1)[1] for reference in references_in(schemas[name])} - set(found)
    return dict(sorted(found.items()))


def extract_webhooks(document: dict[str, Any]) -> dict[str, Any]:
    definitions = document["definitions"]
    plain = {name: to_json_schema(schema, set(), part=True) for name, schema in definitions.items()}
    return {"$schema": document["$schema"], "definitions": _closure(set(WEBHOOKS), plain)}


def extract_examples(tarball: tarfile.TarFile) -> dict[str, Any]:
    """One published payload for each webhook that is used, under the same name; not all have one."""
    index = json.load(_member(tarball, "package/api.github.com/index.json"))
    by_name = {event["name"]: event["examples"] for event in index}
    chosen: dict[str, Any] = {}
    for webhook in WEBHOOKS:
        event, action = webhook.split("$")
        fitting = [each for each in by_name[event] if each.get("action", "event") == action]
        if fitting:
            chosen[webhook] = fitting[0]
    return chosen


def extract_graphql(text: str) -> str:
    """The used fields of the used types, with every type those fields mention; each text is GitHub's own."""
    document = parse(text, no_location=True)
    types = {each.name.value: each for each in document.definitions if isinstance(each, TypeDefinitionNode)}
    directives = [each for each in document.definitions if not isinstance(each, TypeDefinitionNode)]
    kept: dict[str, TypeDefinitionNode] = {}
    wanted = set(GRAPHQL_FIELDS)
    while wanted:
        name = wanted.pop()
        kept[name] = _pruned(types[name])
        wanted |= {each for each in _mentioned(kept[name]) if each in types} - set(kept)
    ordered: Iterable[Any] = [*directives, *(kept[name] for name in sorted(kept))]
    return print_ast(DocumentNode(definitions=tuple(ordered))) + "\n"


def _pruned(definition: TypeDefinitionNode) -> TypeDefinitionNode:
    if not isinstance(definition, ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode):
        return definition
    used = GRAPHQL_FIELDS.get(definition.name.value, ("id", "login", "url"))
    fields = tuple(each for each in definition.fields or () if each.name.value in used)
    interfaces = tuple(each for each in definition.interfaces or () if each.name.value in GRAPHQL_FIELDS)
    return type(definition)(name=definition.name, fields=fields, interfaces=interfaces, directives=(), description=None)


def _mentioned(definition: Node) -> set[str]:
    names: set[str] = set()

    class Names(Visitor):
        def enter_named_type(self, node: NamedTypeNode, *_: Any) -> None:
            names.add(node.name.value)

    visit(definition, Names())
    return names


def _member(tarball: tarfile.TarFile, name: str) -> Any:
    member = tarball.extractfile(name)
    if member is None:
        raise SystemExit(f"no {name} in the package")
    return member


def _open(folder: Path, package: str) -> tarfile.TarFile:
    return tarfile.open(next(folder.glob(f"octokit-{package}-[0-9]*.tgz")))


def _write(name: str, value: Any) -> None:
    (PUBLISHED / name).write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n")


def main(folder: Path) -> None:
    PUBLISHED.mkdir(exist_ok=True)
    with _open(folder, "openapi") as package:
        _write("rest.json", extract_rest(json.load(_member(package, "package/generated/api.github.com.json"))))
    with _open(folder, "webhooks-schemas") as package:
        _write("webhooks.json", extract_webhooks(json.load(_member(package, "package/schema.json"))))
    with _open(folder, "webhooks-examples") as package:
        _write("webhook_examples.json", extract_examples(package))
    with _open(folder, "graphql-schema") as package:
        text = _member(package, "package/schema.graphql").read().decode()
    (PUBLISHED / "schema.graphql").write_text(extract_graphql(text))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
