"""What is said at the end of following an order: how it stands, what it left, what to type next."""

from typing import Any

from shopfloor.cli.follow import Left
from shopfloor.cli.order_view import changes_text, error_text, pull_request_text, styled_status, took_text
from shopfloor.cli.table import print_facts
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import pad

Order = dict[str, Any]


def print_outcome(
    terminal: Terminal, order: Order, left: Left | None, pull_request: Order | None, *, is_embedded: bool
) -> None:
    order_id, signs = order["agent_work_order_id"], terminal.signs
    good = left is None and order["status"] == "completed"
    bad = left is None and order["status"] == "failed"
    sign = signs.ok if good else signs.failed if bad else signs.dash
    took = f" in {took_text(order)}" if took_text(order) and left is None else ""
    terminal.line()
    terminal.line(f"{sign} {terminal.style(order_id, bold=True)} {styled_status(terminal, order)}{took}")
    print_facts(terminal, _facts(order, left, is_embedded))
    steps = _next_steps(order, left, pull_request, is_embedded)
    width = max((len(command) for command, _ in steps), default=0)
    if steps:
        terminal.line()
    for command, why in steps:
        terminal.line(f"  {pad(command, width)}  {terminal.style(why, dim=True)}")


def _facts(order: Order, left: Left | None, is_embedded: bool) -> list[tuple[str, str]]:
    return [
        ("error", error_text(order)),
        ("branch", order["git_branch_name"] or ""),
        ("changes", changes_text(order)),
        ("pull request", pull_request_text(order, has_link=not is_embedded)),
        ("note", _note(left, is_embedded)),
    ]


def _note(left: Left | None, is_embedded: bool) -> str:
    if left is Left.DETACHED:
        return (
            "no server is running, so the work order stops here and goes on when Shopfloor runs again"
            if is_embedded
            else "detached: the server goes on with it"
        )
    if left is Left.WAITING:
        return "the agent has asked something and waits for your answer"
    return ""


def _next_steps(
    order: Order, left: Left | None, pull_request: Order | None, is_embedded: bool
) -> list[tuple[str, str]]:
    order_id, status = order["agent_work_order_id"], order["status"]
    if left is Left.WAITING and not is_embedded:
        return [(f"shopfloor answer {order_id}", "see the question and answer it")]
    if left is not None:
        steps = [(f"shopfloor follow {order_id}", "go on watching")]
        return [*steps, ("shopfloor serve", "carry on in the background")] if is_embedded else steps
    if status == "paused":
        return [(f"shopfloor resume {order_id}", "go on")]
    if status == "failed":
        return [
            (f"shopfloor retry {order_id}", "try again from the phase that failed"),
            (f"shopfloor logs {order_id}", "see what happened"),
        ]
    return _after_completion(order, pull_request) if status == "completed" else []


def _after_completion(order: Order, pull_request: Order | None) -> list[tuple[str, str]]:
    order_id = order["agent_work_order_id"]
    steps = [(f'shopfloor prompt {order_id} "..."', "ask for more")]
    if order["git_commit_count"]:
        steps.insert(0, (f"shopfloor diff {order_id}", "read what was changed"))
    if pull_request is not None and pull_request["state"] == "open":
        if pull_request["is_draft"]:
            steps.append((f"shopfloor pr ready {order_id}", "take the pull request out of draft"))
        steps.append((f"shopfloor pr merge {order_id}", "merge it"))
    return steps
