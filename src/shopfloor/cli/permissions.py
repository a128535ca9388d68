"""The agent's questions, put to the person at the terminal."""

import contextlib
from typing import Any

from shopfloor.cli.failures import Problem
from shopfloor.cli.floor import Floor
from shopfloor.cli.interrupts import Interrupts
from shopfloor.cli.shell import Shell
from shopfloor.cli.text import one_line

_SHORT_ANSWERS = {
    "yes": "allow_once",
    "y": "allow_once",
    "always": "allow_always",
    "no": "reject_once",
    "n": "reject_once",
}


def ask_for_answers(
    floor: Floor, shell: Shell, order_id: str, requests: list[dict[str, Any]], interrupts: Interrupts
) -> None:
    for request in requests:
        question = _question(request)
        option_id = None
        while option_id is None:
            option_id = chosen_option(request, interrupts.wait_for(lambda text=question: shell.ask(text)))  # type: ignore[misc]
        with contextlib.suppress(Problem):
            answer(floor, order_id, request, option_id)


def answer(floor: Floor, order_id: str, request: dict[str, Any], option_id: str) -> None:
    floor.post(f"agent-work-orders/{order_id}/permissions/{request['permission_id']}", {"option_id": option_id})


def chosen_option(request: dict[str, Any], text: str) -> str | None:
    """By number, id, kind or a short word; None for what is not offered."""
    options: list[dict[str, Any]] = request["options"]
    if text.isdigit() and 1 <= int(text) <= len(options):
        return str(options[int(text) - 1]["option_id"])
    wanted = _SHORT_ANSWERS.get(text.lower(), text)
    for option in options:
        if wanted in (option["option_id"], option["kind"]):
            return str(option["option_id"])
    return None


def options_text(request: dict[str, Any]) -> str:
    return "  ".join(f"{number}) {one_line(option['name'])}" for number, option in enumerate(request["options"], 1))


def _question(request: dict[str, Any]) -> str:
    title, count = one_line(request["title"]), len(request["options"])
    return f"The agent asks: {title}\n  {options_text(request)}\nYour answer [1-{count}]: "
