"""The choices of a session on the wire: `configOptions`, or the older `models` and `modes`. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from shopfloor.agent_executor.agent_options import AgentOptions, Choice, OptionKind, Selection
from shopfloor.agent_executor.json_lines import Json

_CATEGORIES = {"model": OptionKind.MODEL, "mode": OptionKind.MODE, "thought_level": OptionKind.EFFORT}
_OLDER: Mapping[OptionKind, tuple[str, str, str, str]] = {
    OptionKind.MODEL: ("models", "availableModels", "modelId", "currentModelId"),
    OptionKind.MODE: ("modes", "availableModes", "id", "currentModeId"),
}
_OLDER_CALLS = {OptionKind.MODEL: ("session/set_model", "modelId"), OptionKind.MODE: ("session/set_mode", "modeId")}


@dataclass(frozen=True, slots=True)
class AcpOptions:
    offered: AgentOptions = field(default_factory=AgentOptions)
    config_ids: Mapping[OptionKind, str] = field(default_factory=dict)
    """Of what is set by `session/set_config_option`; the rest has a method each."""

    def call_to_choose(self, kind: OptionKind, value: str) -> tuple[str, dict[str, Json]]:
        if kind in self.config_ids:
            return "session/set_config_option", {"configId": self.config_ids[kind], "value": value}
        method, field_name = _OLDER_CALLS[kind]
        return method, {field_name: value}

    def with_choice(self, kind: OptionKind, value: str) -> "AcpOptions":
        chosen = replace(self.offered.of(kind), current=value)
        return replace(self, offered=AgentOptions({**self.offered.selections, kind: chosen}))


def options_from_wire(opened: Mapping[str, Json]) -> AcpOptions:
    """From the answer to `session/new`, `session/load` or `session/set_config_option`, or a `config_option_update`."""
    selections = dict(_older_selections(opened))
    config_ids: dict[OptionKind, str] = {}
    for kind, config_id, selection in _config_selections(opened.get("configOptions")):
        if kind not in config_ids:
            config_ids[kind] = config_id
            selections[kind] = selection
    return AcpOptions(AgentOptions(selections), config_ids)


def _config_selections(options: Json) -> Iterator[tuple[OptionKind, str, Selection]]:
    for option in options if isinstance(options, list) else []:
        if not isinstance(option, dict) or not isinstance(option.get("id"), str):
            continue
        kind = _CATEGORIES.get(str(option.get("category") or option["id"]))
        choices = tuple(_choices_of(option.get("options")))
        if kind is not None and choices:
            yield kind, option["id"], Selection(choices, _text(option.get("currentValue")))


def _choices_of(options: Json, group: str | None = None) -> Iterator[Choice]:
    """Choices may come in groups."""
    for option in options if isinstance(options, list) else []:
        if not isinstance(option, dict):
            continue
        if (value := _text(option.get("value"))) is not None:
            yield _choice(option, value, group)
        else:
            yield from _choices_of(option.get("options"), _text(option.get("name")))


def _older_selections(opened: Mapping[str, Json]) -> Iterator[tuple[OptionKind, Selection]]:
    for kind, (container, available, id_name, current) in _OLDER.items():
        stated = opened.get(container)
        listed = stated.get(available) if isinstance(stated, dict) else None
        if isinstance(stated, dict) and isinstance(listed, list):
            named = [(entry, _text(entry.get(id_name))) for entry in listed if isinstance(entry, dict)]
            choices = tuple(_choice(entry, value, None) for entry, value in named if value is not None)
            yield kind, Selection(choices, _text(stated.get(current)))


def _choice(entry: Mapping[str, Json], value: str, group: str | None) -> Choice:
    name = _text(entry.get("name")) or value
    provider, slash, rest = name.partition("/")
    if group is None and slash and "/" in value:
        group, name = provider, rest
    return Choice(value, name, _text(entry.get("description")), group)


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) and value else None
