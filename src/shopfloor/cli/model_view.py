"""What an agent offers, by provider."""

from itertools import groupby
from typing import Any

from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import one_line


def print_models(terminal: Terminal, page: dict[str, Any]) -> None:
    if page["message"]:
        terminal.line(one_line(page["message"]))
    for provider, models in groupby(page["models"], key=lambda model: str(model["provider"])):
        terminal.line(terminal.style(one_line(provider), bold=True))
        for model in models:
            mark = "*" if model["model_id"] == page["current_model"] else " "
            name = "" if model["name"] == model["model_id"] else f"  {one_line(model['name'])}"
            terminal.line(f" {mark} {one_line(model['model_id'])}{terminal.style(name, dim=True)}")
    for heading, choices in (("Modes", page["modes"]), ("Efforts", page["efforts"])):
        if choices:
            terminal.line(f"{terminal.style(heading, bold=True)}  {', '.join(one_line(one['id']) for one in choices)}")
    if page["fetched_at"]:
        terminal.line(terminal.style(f"as of {page['fetched_at']}; --refresh asks again", dim=True))
