"""Migrations are one line, numbered as they follow each other."""

import re
from pathlib import Path

from shopfloor.state_manager import migrations

_STEP = re.compile(r'^revision = "(\d{4})"\ndown_revision = (?:"(\d{4})"|None)$', re.MULTILINE)


def test_each_migration_follows_the_one_before() -> None:
    before = None
    for path in sorted(Path(migrations.__path__[0]).glob("versions/0*.py")):
        step = _STEP.search(path.read_text())
        assert step is not None, f"{path.name} has no revision"
        assert step[2] == before, f"{path.name} follows {step[2]}, not {before}"
        assert path.name.startswith(f"{step[1]}_")
        before = step[1]
    assert before == migrations.HEAD
