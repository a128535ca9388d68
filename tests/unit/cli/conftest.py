from collections.abc import Iterator

import pytest
from click.testing import CliRunner, Result
from tests.unit.cli.fake_floor import Command, FakeFloor, fake_floor

from shopfloor.cli.main import cli


@pytest.fixture
def floor() -> Iterator[FakeFloor]:
    with fake_floor() as running:
        yield running


@pytest.fixture
def shopfloor(floor: FakeFloor) -> Command:
    """Types a command whose server is the fake one."""

    def type_command(*words: str, stdin: str | None = None) -> Result:
        result = CliRunner().invoke(
            cli, words, input=stdin, env={"SHOPFLOOR_URL": floor.url, "SHOPFLOOR_API_KEY": "k3y"}
        )
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return type_command
