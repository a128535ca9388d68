"""`shopfloor project verify`: whether a repository can be worked on, before it is connected."""

from typing import Any

import click

from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.failures import CommandFailed
from shopfloor.cli.repository import resolve_repository
from shopfloor.cli.table import print_facts
from shopfloor.cli.terminal import Terminal


@click.command("verify", cls=FloorCommand)
@click.argument("repository", metavar="PATH|URL")
def verify(desk: Desk, repository: str) -> None:
    """Look whether a repository can be worked on: PATH, URL or owner/name."""
    floor = desk.floor()
    url = resolve_repository(repository, desk.shell.cwd, server_is_local=floor.is_local)
    with floor:
        answer = floor.post("github/verify-repository", {"repository_url": url})
    if not answer["verification_success"]:
        raise CommandFailed(answer["error_message"], hint=answer.get("hint"))
    desk.show(answer, lambda terminal: _print_repository(terminal, answer["repository"]))


def _print_repository(terminal: Terminal, found: dict[str, Any]) -> None:
    pushes = {True: "yes", False: "no, from a fork" if found["needs_fork"] else "no", None: "a push will tell"}
    print_facts(
        terminal,
        [
            ("repository", f"{found['repository_owner']}/{found['repository_name']}"),
            ("link", found["repository_url"]),
            ("default branch", found["default_branch"] or "none yet"),
            ("visibility", found["visibility"] or ""),
            ("pushing", pushes[found["can_push"]]),
            ("pull requests", "yes" if found["can_open_pull_requests"] else "no"),
        ],
    )
