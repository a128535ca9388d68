"""What an agent lets its user choose in a session: model, mode, reasoning effort. It says itself what there is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum

from shopfloor.errors import ChoiceNotOffered, EffortNotOffered, ModelNotOffered, ModeNotOffered

_SHOWN_CHOICES = 30
_NEAR_MATCHES = 3


class OptionKind(StrEnum):
    MODEL = "model"
    MODE = "mode"
    EFFORT = "effort"


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    name: str
    description: str | None = None
    group: str | None = None
    """The provider of a model, where the agent names it."""


@dataclass(frozen=True, slots=True)
class Selection:
    choices: tuple[Choice, ...] = ()
    """Empty where the agent offers no choice."""
    current: str | None = None

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(choice.value for choice in self.choices)


@dataclass(frozen=True, slots=True)
class AgentOptions:
    selections: Mapping[OptionKind, Selection] = field(default_factory=dict)

    def of(self, kind: OptionKind) -> Selection:
        return self.selections.get(kind, Selection())

    @property
    def model(self) -> Selection:
        return self.of(OptionKind.MODEL)

    @property
    def mode(self) -> Selection:
        return self.of(OptionKind.MODE)

    @property
    def effort(self) -> Selection:
        return self.of(OptionKind.EFFORT)

    def current(self) -> dict[str, str]:
        """What is chosen, by kind; kinds without a choice are left out."""
        return {kind.value: chosen.current for kind, chosen in self.selections.items() if chosen.current is not None}


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the user wants of those; None leaves the agent's own choice."""

    model: str | None = None
    mode: str | None = None
    effort: str | None = None

    def wanted(self) -> tuple[tuple[OptionKind, str], ...]:
        """The model first: modes and efforts may depend on it."""
        wishes = ((OptionKind.MODEL, self.model), (OptionKind.MODE, self.mode), (OptionKind.EFFORT, self.effort))
        return tuple((kind, value) for kind, value in wishes if value is not None)


NO_WISHES = Wishes()

_ERRORS: Mapping[OptionKind, type[ChoiceNotOffered]] = {
    OptionKind.MODEL: ModelNotOffered,
    OptionKind.MODE: ModeNotOffered,
    OptionKind.EFFORT: EffortNotOffered,
}
_FIELDS = {OptionKind.MODEL: "model", OptionKind.MODE: "mode", OptionKind.EFFORT: "reasoning_effort"}


def not_offered(kind: OptionKind, value: str, selection: Selection) -> ChoiceNotOffered:
    error = _ERRORS[kind]
    if not selection.choices:
        return error(
            f"This agent does not let its {kind.value} be chosen, so it cannot use {value}.",
            hint=f"Leave the {kind.value} out, or choose another agent.",
            field=_FIELDS[kind],
        )
    near = near_matches(value, selection)
    shown = ", ".join(selection.values[:_SHOWN_CHOICES])
    more = len(selection.choices) - _SHOWN_CHOICES
    offers = f"It offers: {shown}{f' and {more} more' if more > 0 else ''}."
    return error(
        f"The agent does not offer the {kind.value} {value}.",
        hint=f"Did you mean {' or '.join(near)}? {offers}" if near else offers,
        field=_FIELDS[kind],
    )


def near_matches(value: str, selection: Selection) -> list[str]:
    """Values that were perhaps meant: part of the id or the name, or nearly the id."""
    wanted = value.casefold()
    parts = [choice.value for choice in selection.choices if wanted in f"{choice.value} {choice.name}".casefold()]
    by_folded = {known.casefold(): known for known in selection.values}
    alike = [by_folded[match] for match in get_close_matches(wanted, by_folded, n=_NEAR_MATCHES, cutoff=0.5)]
    return list(dict.fromkeys([*sorted(parts, key=len), *alike]))[:_NEAR_MATCHES]
