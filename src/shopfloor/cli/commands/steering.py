"""Commands that steer a work order: prompt, answer, cancel, pause, resume, retry, delete."""

from typing import Any

import click

from shopfloor.cli.commands.following import follow_to_the_end, leave_with
from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.exit_codes import EXIT_CODES_HELP, ExitCode
from shopfloor.cli.failures import CommandFailed
from shopfloor.cli.floor import Floor
from shopfloor.cli.order_view import styled_status
from shopfloor.cli.orders import AnyFunction, find_order_id, get_order, order_argument, order_of
from shopfloor.cli.permissions import answer as send_answer
from shopfloor.cli.permissions import chosen_option, options_text
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import one_line


def _follow_options(command: AnyFunction) -> AnyFunction:
    verbose = click.option(
        "-v", "--verbose", is_flag=True, help="Show the agent's thoughts and its tools' output, too."
    )
    follow = click.option(
        "--follow/--detach", "follows", default=None, help="Watch until it is done, or return at once."
    )
    return follow(verbose(command))


@click.command("prompt", cls=FloorCommand, epilog=EXIT_CODES_HELP)
@order_argument
@click.argument("text")
@_follow_options
def prompt(desk: Desk, order: str, text: str, follows: bool | None, verbose: bool) -> None:
    """Tell the agent something: a follow-up when it is done, queued while it works.

    TEXT "-" reads from standard input. With no server running it is carried out here (--follow).

    \b
    Examples:
      shopfloor prompt wo-abc12345 "Add a test for the empty case" --follow
      shopfloor prompt last "Use the existing helper instead"
    """
    said = desk.shell.stdin.read() if text == "-" else text
    with desk.floor(with_worker=follows is not False) as floor:
        before = get_order(floor, order)
        response = floor.post(f"agent-work-orders/{before['agent_work_order_id']}/prompt", {"prompt_text": said})
        if not _is_followed(floor, follows):
            desk.show(response, lambda terminal: terminal.line(response["message"]))
            return
        exit_code = _follow(desk, floor, before, verbose=verbose)
    leave_with(exit_code)


def _is_followed(floor: Floor, follows: bool | None) -> bool:
    """Unless told otherwise: when this command itself has to carry it out."""
    return floor.is_embedded if follows is None else follows


def _follow(desk: Desk, floor: Floor, before: dict[str, Any], *, verbose: bool) -> int:
    order_id = before["agent_work_order_id"]
    return follow_to_the_end(desk, floor, get_order(floor, order_id), after=before["last_event_seq"], verbose=verbose)


@click.command("answer", cls=FloorCommand)
@order_argument
@click.argument("choice", required=False)
@click.option("--request", "permission_id", metavar="ID", help="Which question.  [default: the oldest]")
def answer(desk: Desk, order: str, choice: str | None, permission_id: str | None) -> None:
    """Answer the agent's question. Without CHOICE: show what it asks.

    CHOICE is yes, no, always, a number, or an option's id.
    """
    with desk.floor() as floor:
        order_id = find_order_id(floor, order)
        page = floor.get(f"agent-work-orders/{order_id}/permissions")
        if choice is None:
            desk.show(page, lambda terminal: _print_questions(terminal, page["permissions"]))
            return
        request = _meant(page["permissions"], permission_id)
        option_id = chosen_option(request, choice)
        if option_id is None:
            raise CommandFailed(f"{choice!r} is not offered: {options_text(request)}", exit_code=ExitCode.USAGE)
        send_answer(floor, order_id, request, option_id)
    answered = {"permission_id": request["permission_id"], "option_id": option_id}
    desk.show(answered, lambda terminal: terminal.line(f"Answered: {option_id}"))


def _meant(requests: list[dict[str, Any]], permission_id: str | None) -> dict[str, Any]:
    if not requests:
        raise CommandFailed("The agent asks nothing at the moment.")
    found = [request for request in requests if permission_id in (None, request["permission_id"])]
    if not found:
        raise CommandFailed(f"There is no open question {permission_id}.", exit_code=ExitCode.USAGE)
    return found[0]


def _print_questions(terminal: Terminal, requests: list[dict[str, Any]]) -> None:
    if not requests:
        terminal.line("The agent asks nothing at the moment.")
    for request in requests:
        terminal.line(one_line(request["title"]))
        terminal.line(f"  {options_text(request)}")


def _move(desk: Desk, order: str, move: str) -> None:
    """With a worker: an order that a dead server was carrying out is picked up before it can be stopped."""
    with desk.floor(with_worker=True) as floor:
        response = floor.post(f"agent-work-orders/{find_order_id(floor, order)}/{move}")
    desk.show(response, lambda terminal: _print_status(terminal, order_of(response)))


def _print_status(terminal: Terminal, order: dict[str, Any]) -> None:
    terminal.line(f"{order['agent_work_order_id']}  {styled_status(terminal, order)}")


def _set_going(desk: Desk, order: str, move: str, follows: bool | None, *, verbose: bool) -> None:
    with desk.floor(with_worker=follows is not False) as floor:
        before = get_order(floor, order)
        response = floor.post(f"agent-work-orders/{before['agent_work_order_id']}/{move}")
        if not _is_followed(floor, follows):
            desk.show(response, lambda terminal: _print_status(terminal, order_of(response)))
            return
        exit_code = _follow(desk, floor, before, verbose=verbose)
    leave_with(exit_code)


@click.command("cancel", cls=FloorCommand)
@order_argument
def cancel(desk: Desk, order: str) -> None:
    """End a work order for good. Its branch and commits stay."""
    _move(desk, order, "cancel")


@click.command("pause", cls=FloorCommand)
@order_argument
def pause(desk: Desk, order: str) -> None:
    """Stop a work order until it is resumed. What is done so far is committed."""
    _move(desk, order, "pause")


@click.command("resume", cls=FloorCommand, epilog=EXIT_CODES_HELP)
@order_argument
@_follow_options
def resume(desk: Desk, order: str, follows: bool | None, verbose: bool) -> None:
    """Go on with a paused work order."""
    _set_going(desk, order, "resume", follows, verbose=verbose)


@click.command("retry", cls=FloorCommand, epilog=EXIT_CODES_HELP)
@order_argument
@_follow_options
def retry(desk: Desk, order: str, follows: bool | None, verbose: bool) -> None:
    """Try a failed work order again, from the phase that failed."""
    _set_going(desk, order, "retry", follows, verbose=verbose)


@click.command("delete", cls=FloorCommand)
@order_argument
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
def delete(desk: Desk, order: str, yes: bool) -> None:
    """Remove a work order, its log and its sandbox. Branch and pull request stay."""
    with desk.floor() as floor:
        found = get_order(floor, order)
        order_id = found["agent_work_order_id"]
        if not yes and desk.shell.is_interactive and not _is_sure(desk, found):
            raise CommandFailed("Nothing was deleted.")
        floor.delete(f"agent-work-orders/{order_id}")
    desk.show(
        {"agent_work_order_id": order_id, "deleted": True}, lambda terminal: terminal.line(f"{order_id}  deleted")
    )


def _is_sure(desk: Desk, order: dict[str, Any]) -> bool:
    question = f"Delete {order['agent_work_order_id']} ({one_line(order['title'])})? [y/N] "
    return desk.shell.ask(question).lower() in ("y", "yes")
