"""What a user can choose in a session of the demo agent, and what is chosen."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_OPTIONS = {
    "model": (
        "Model",
        "model",
        {"demo": "Demo", "demo-brief": "Demo, in few words", "demo-thorough": "Demo, that explains itself"},
    ),
    "mode": ("Mode", "mode", {"build": "Build", "plan": "Plan: writes nothing but plans"}),
    "effort": ("Effort", "thought_level", {"low": "Low", "medium": "Medium", "high": "High"}),
}


class Choices:
    def __init__(self) -> None:
        self._values = {"model": "demo", "mode": "build", "effort": "medium"}

    def __getitem__(self, name: str) -> str:
        return self._values[name]

    def offers(self, name: object, value: object) -> bool:
        return name in _OPTIONS and value in _OPTIONS[str(name)][2]

    def choose(self, name: str, value: str) -> None:
        self._values[name] = value

    def on_the_wire(self) -> list[dict[str, Any]]:
        return [
            {
                "id": option_id,
                "name": name,
                "category": category,
                "type": "select",
                "currentValue": self._values[option_id],
                "options": [{"value": value, "name": label} for value, label in options.items()],
            }
            for option_id, (name, category, options) in _OPTIONS.items()
        ]
