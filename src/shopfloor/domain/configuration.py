"""A project's configuration over time: what each version held, and how two of them differ.

Nothing here knows the fields: what a project has beyond its identity is its configuration, and is versioned.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from shopfloor.domain.ids import ProjectId

Json = object

NOT_CONFIGURATION = frozenset({"project_id", "repository_url", "created_at", "updated_at", "archived", "version"})
SECRETS = "secrets"
"""The names of the project's secrets as they were. Values are in the vault alone."""


@dataclass(frozen=True, slots=True)
class ConfigurationVersion:
    project_id: ProjectId
    version: int
    created_at: datetime
    author: str | None
    note: str
    changed: tuple[str, ...]
    content: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Difference:
    field: str
    """Down to the smallest part that has a name, such as environment.NODE_ENV."""
    before: Json
    after: Json


def differences(before: Mapping[str, Json], after: Mapping[str, Json]) -> tuple[Difference, ...]:
    """By field, in the order of their names. What is missing counts as null."""
    return tuple(_in_mappings("", before, after))


def _in_mappings(path: str, before: Mapping[str, Json], after: Mapping[str, Json]) -> Iterator[Difference]:
    for name in sorted({*before, *after}):
        yield from _in_values(f"{path}.{name}" if path else name, before.get(name), after.get(name))


def _in_values(path: str, before: Json, after: Json) -> Iterator[Difference]:
    if before == after:
        return
    yield from list(_in_parts(path, before, after)) or [Difference(path, before, after)]


def _in_parts(path: str, before: Json, after: Json) -> Iterator[Difference]:
    """Nothing where it has to be told as a whole: one piece, only put in another order, or a thing come or gone."""
    earlier, later = _parts(before), _parts(after)
    if earlier is not None and later is not None and _is_named(before) == _is_named(after):
        yield from _in_mappings(path, earlier, later)


def _parts(value: Json) -> Mapping[str, Json] | None:
    """What a value consists of, by name; None where it is one piece."""
    if value is None:
        return {}
    if isinstance(value, Mapping):
        return value
    if isinstance(value, Sequence) and not isinstance(value, str) and all(_is_named(each) for each in value):
        return {str(each["name"]): each for each in value}
    return None


def _is_named(value: Json) -> bool:
    return isinstance(value, Mapping) and "name" in value
