import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from shopfloor.cli.main import cli


def all_commands(group: click.Group, *path: str) -> list[tuple[tuple[str, ...], click.Command]]:
    found: list[tuple[tuple[str, ...], click.Command]] = []
    for name, command in group.commands.items():
        found.append(((*path, name), command))
        if isinstance(command, click.Group):
            found += all_commands(command, *path, name)
    return found


@pytest.mark.parametrize("path", [path for path, _ in all_commands(cli)], ids=" ".join)
def test_every_command_explains_itself(path: tuple[str, ...]) -> None:
    result = CliRunner().invoke(cli, [*path, "--help"])
    assert result.exit_code == 0
    assert f"Usage: cli {' '.join(path)}" in result.output


@pytest.mark.parametrize(
    ("path", "command"), all_commands(cli), ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_json_everywhere(path: tuple[str, ...], command: click.Command) -> None:
    if isinstance(command, click.Group) or path == ("serve",):
        return
    assert any("--json" in parameter.opts for parameter in command.params)


def test_the_help_page_names_every_command_and_the_exit_codes() -> None:
    page = CliRunner().invoke(cli, ["--help"]).output
    assert all(f"\n  {name}" in page for name in cli.commands)
    assert "3  the work order was cancelled" in page


def test_help_loads_nothing_heavy() -> None:
    assert loaded_by("shopfloor.cli.main", {"asyncio", "httpx", "pydantic", "fastapi", "sqlalchemy", "dbos"}) == "[]"


def test_a_floor_without_a_worker_loads_no_engine() -> None:
    assert loaded_by("shopfloor.server", {"fastapi", "dbos"}) == "['fastapi']"


def loaded_by(module: str, names: set[str]) -> str:
    program = f"import sys, {module}; print(sorted(set(sys.modules) & {names!r}))"
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()
