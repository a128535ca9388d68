"""Which project a command is about."""

from typing import Any

import click

from shopfloor.cli.exit_codes import ExitCode
from shopfloor.cli.failures import CommandFailed
from shopfloor.cli.floor import Floor
from shopfloor.cli.orders import AnyFunction

_ID_PREFIX = "pj-"
_LIST_HINT = "`shopfloor project list --archived` shows them."


def project_option(command: AnyFunction) -> AnyFunction:
    return click.option("--project", metavar="PROJECT", help="The project's id or name.")(command)


def project_argument(command: AnyFunction) -> AnyFunction:
    return click.argument("project", metavar="PROJECT")(command)


def project_path(floor: Floor, wanted: str) -> str:
    return f"projects/{find_project_id(floor, wanted)}"


def find_project_id(floor: Floor, wanted: str | None) -> str:
    """Of the only project there is, where none is named."""
    if wanted is not None and wanted.startswith(_ID_PREFIX):
        return wanted
    projects = floor.get("projects", include_archived=True, limit=500)["projects"]
    in_use = [each for each in projects if not each["archived"]]
    if wanted is None and len(in_use) == 1:
        return str(in_use[0]["project_id"])
    if wanted is None:
        hint = "Name it with --project; `shopfloor project list` shows them."
        raise CommandFailed("Which project?", hint=hint, exit_code=ExitCode.USAGE)
    found = _called(wanted, in_use) or _called(wanted, projects)
    if len(found) != 1:
        said = "There is no project" if not found else "There is more than one project"
        raise CommandFailed(f"{said} {wanted!r}.", hint=_LIST_HINT if not found else f"Use an id: {_ids(found)}.")
    return str(found[0]["project_id"])


def optional_project_id(floor: Floor, wanted: str | None) -> str | None:
    return None if wanted is None else find_project_id(floor, wanted)


def _called(name: str, projects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each for each in projects if each["name"] == name]


def _ids(projects: list[dict[str, Any]]) -> str:
    return ", ".join(each["project_id"] for each in projects)
