"""Which project a command is about."""

import click

from shopfloor.cli.failures import CommandFailed
from shopfloor.cli.floor import Floor
from shopfloor.cli.orders import AnyFunction


def project_option(command: AnyFunction) -> AnyFunction:
    return click.option("--project", metavar="PROJECT", help="The project's id or name.")(command)


def find_project_id(floor: Floor, wanted: str | None) -> str:
    """Of the only project there is, where none is named."""
    projects = floor.get("projects", limit=500)["projects"]
    if wanted is None and len(projects) == 1:
        return str(projects[0]["project_id"])
    if wanted is None:
        raise CommandFailed("Which project? Name it with --project; `shopfloor project list` shows them.")
    found = [each for each in projects if wanted in (each["project_id"], each["name"])]
    if len(found) != 1:
        said = "There is no project" if not found else "There is more than one project"
        raise CommandFailed(f"{said} {wanted!r}.", hint="`shopfloor project list` shows them.")
    return str(found[0]["project_id"])
