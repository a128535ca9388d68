"""Options for what an agent is to use and how much a turn may take, alike in every command."""

from typing import Any

import click

from shopfloor.cli.orders import AnyFunction

_LIMITS = ("turn_seconds", "idle_seconds", "max_tokens", "max_cost_usd")
CHOICE_NAMES = ("model", "reasoning_effort", "mode", *_LIMITS)


def choice_options(command: AnyFunction) -> AnyFunction:
    options = (
        click.option("--model", metavar="NAME", help="The model; see `shopfloor agents NAME --models`."),
        click.option("--effort", "reasoning_effort", metavar="NAME", help="How hard the model thinks."),
        click.option("--mode", metavar="NAME", help="The agent's mode, such as plan or build."),
        click.option("--turn-seconds", type=click.FloatRange(min=0, min_open=True), help="Longest turn."),
        click.option("--idle-seconds", type=click.FloatRange(min=0, min_open=True), help="Longest silence."),
        click.option("--max-tokens", type=click.IntRange(min=1), help="Most tokens a turn may use."),
        click.option("--max-cost", "max_cost_usd", type=click.FloatRange(min=0, min_open=True), help="In US dollars."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def with_limits(values: dict[str, Any]) -> dict[str, Any]:
    """The limits among the values put together, and everything that was not given left out."""
    limits = {name: values[name] for name in _LIMITS if values.get(name) is not None}
    plain = {name: value for name, value in values.items() if value is not None and name not in _LIMITS}
    return {**plain, "limits": limits} if limits else plain
