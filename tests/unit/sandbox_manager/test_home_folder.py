import configparser
from pathlib import Path

import pytest

from shopfloor.domain.work_order import Author
from shopfloor.sandbox_manager.home_folder import furnish_home


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Uma User", '"Uma User"'),
        ('O"Neil \\ Co', '"O\\"Neil \\\\ Co"'),
        ("two\n[core]\n\tpager = evil", '"two [core] pager = evil"'),
        ("Zoë\udcff", '"Zoë?"'),
    ],
)
def test_any_name_is_one_value(tmp_path: Path, name: str, written: str) -> None:
    furnish_home(tmp_path, Author(name, "u@example.org"))
    config = configparser.RawConfigParser()
    config.read_string((tmp_path / ".gitconfig").read_text(encoding="utf-8"))
    assert config.sections() == ["user"]
    assert config["user"]["name"] == written


def test_what_the_agent_has_set_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / ".gitconfig").write_text("its own")
    furnish_home(tmp_path, Author("Uma", "u@example.org"))
    assert (tmp_path / ".gitconfig").read_text() == "its own"
