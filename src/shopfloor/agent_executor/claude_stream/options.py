"""What Claude lets its user choose, as `configOptions` of the Agent Client Protocol. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from shopfloor.agent_executor.json_lines import Json

_MODES = (
    ("default", "Default", "Asks before it changes anything."),
    ("acceptEdits", "Accept edits", "Edits files unasked."),
    ("plan", "Plan", "Plans and changes nothing."),
)


@dataclass(frozen=True, slots=True)
class ClaudeOptions:
    models: tuple[Mapping[str, Json], ...] = ()
    model: str = "default"
    mode: str = "default"
    effort: str | None = None

    def on_wire(self) -> list[Json]:
        options = [
            _option("model", "model", "Model", self.model, [_model(row) for row in self.models]),
            _option("mode", "mode", "Mode", self.mode, [_choice(*mode) for mode in _MODES]),
        ]
        efforts = self._efforts()
        if efforts:
            current = self.effort if self.effort in efforts else None
            choices = [_choice(effort, effort.capitalize()) for effort in efforts]
            options.append(_option("effort", "thought_level", "Effort", current, choices))
        return options

    def request_for(self, option: str, value: str) -> dict[str, Json] | None:
        if option == "model":
            return {"subtype": "set_model", "model": value}
        if option == "mode":
            return {"subtype": "set_permission_mode", "mode": value}
        return {"subtype": "apply_flag_settings", "settings": {"effortLevel": value}} if option == "effort" else None

    def with_choice(self, option: str, value: str) -> "ClaudeOptions":
        if option == "model":
            return replace(self, model=value)
        return replace(self, mode=value) if option == "mode" else replace(self, effort=value)

    def _efforts(self) -> tuple[str, ...]:
        row = next((row for row in self.models if row.get("value") == self.model), {})
        levels = row.get("supportedEffortLevels")
        return tuple(map(str, levels)) if isinstance(levels, list) else ()


def options_from(introduction: Mapping[str, Json]) -> ClaudeOptions:
    """From the answer to `initialize`."""
    rows = introduction.get("models")
    models = tuple(row for row in rows if isinstance(row, dict) and row.get("value")) if isinstance(rows, list) else ()
    mode = introduction.get("current_permission_mode")
    return ClaudeOptions(models, mode=str(mode) if mode in {name for name, *_ in _MODES} else "default")


def _option(option_id: str, category: str, name: str, current: str | None, choices: list[Json]) -> Json:
    return {
        "id": option_id,
        "category": category,
        "name": name,
        "type": "select",
        "currentValue": current,
        "options": choices,
    }


def _model(row: Mapping[str, Json]) -> Json:
    value = str(row["value"])
    return _choice(value, str(row.get("displayName") or value), str(row.get("description") or "") or None)


def _choice(value: str, name: str, description: str | None = None) -> Json:
    return {"value": value, "name": name, "description": description}
