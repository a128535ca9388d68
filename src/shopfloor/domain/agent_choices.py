"""Model, reasoning effort and mode of an order, and whose word counts: the order's, its project's, the user's."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AgentChoices:
    """What an agent is to use. None leaves it to whoever is asked next, in the end to the agent."""

    model: str | None = None
    reasoning_effort: str | None = None
    mode: str | None = None


@dataclass(frozen=True, slots=True)
class DefaultChoices:
    """Names of models mean something to one agent only, so defaults belong to the agent they were chosen for."""

    agent: str
    choices: AgentChoices


def resolve_choices(agent: str, asked: AgentChoices, defaults: Sequence[DefaultChoices]) -> AgentChoices:
    """The first word on each; defaults of another agent are not heard, nor efforts chosen for another model."""
    levels = [asked, *(level.choices for level in defaults if level.agent == agent)]
    model = _first(level.model for level in levels)
    return AgentChoices(
        model,
        _first(level.reasoning_effort for level in levels if level.model in (None, model)),
        _first(level.mode for level in levels),
    )


def _first(values: Iterable[str | None]) -> str | None:
    return next((value for value in values if value is not None), None)
