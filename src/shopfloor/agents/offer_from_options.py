"""Between what a session says it offers and what is kept of it. Pure."""

from datetime import datetime

from shopfloor.agent_executor.agent_options import AgentOptions, Choice, OptionKind, Selection
from shopfloor.domain.agent_offer import AgentOffer, OfferedChoice, OfferedModel


def offer_from(agent: str, display_name: str, options: AgentOptions, now: datetime) -> AgentOffer:
    return AgentOffer(
        agent=agent,
        fetched_at=now,
        models=tuple(_model(choice, display_name) for choice in options.model.choices),
        modes=_choices(options.mode),
        efforts=_choices(options.effort),
        current_model=options.model.current,
        current_mode=options.mode.current,
        current_effort=options.effort.current,
    )


def selections_of(offer: AgentOffer) -> AgentOptions:
    models = tuple(Choice(model.model_id, model.name, model.description, model.provider) for model in offer.models)
    return AgentOptions(
        {
            OptionKind.MODEL: Selection(models, offer.current_model),
            OptionKind.MODE: _selection(offer.modes, offer.current_mode),
            OptionKind.EFFORT: _selection(offer.efforts, offer.current_effort),
        }
    )


def _model(choice: Choice, display_name: str) -> OfferedModel:
    """Where the agent names no provider its own name stands in: it has its models from one place."""
    prefix, slash, _ = choice.value.partition("/")
    provider = choice.group or (prefix if slash and prefix else display_name)
    return OfferedModel(choice.value, choice.name, provider, choice.description)


def _choices(selection: Selection) -> tuple[OfferedChoice, ...]:
    return tuple(OfferedChoice(choice.value, choice.name, choice.description) for choice in selection.choices)


def _selection(choices: tuple[OfferedChoice, ...], current: str | None) -> Selection:
    return Selection(tuple(Choice(choice.id, choice.name, choice.description) for choice in choices), current)
