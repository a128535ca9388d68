from pathlib import Path

import pytest

from shopfloor.process import ProcessOwner, base_environment


def test_marks_of_earlier_instances_of_the_same_home_are_leftovers(tmp_path: Path) -> None:
    earlier, now = ProcessOwner(tmp_path, "earlier"), ProcessOwner(tmp_path, "now")
    assert now.is_leftover(earlier.mark(1))
    assert not now.is_leftover(now.mark(7))


def test_marks_of_other_homes_are_not(tmp_path: Path) -> None:
    other = ProcessOwner(tmp_path / "other", "earlier")
    assert not ProcessOwner(tmp_path, "now").is_leftover(other.mark(1))
    assert not ProcessOwner(tmp_path, "now").is_leftover("nonsense")


def test_one_home_by_two_ways_is_one_home(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "link").symlink_to("home")
    by_link = ProcessOwner(tmp_path / "link", "a")
    assert ProcessOwner(tmp_path / "home", "b").is_leftover(by_link.mark(1))


@pytest.mark.parametrize("instance_id", ["", "a:b", "a/b", "..", "x" * 65, "a\n"])
def test_an_instance_id_is_a_plain_word(tmp_path: Path, instance_id: str) -> None:
    with pytest.raises(ValueError, match="instance id"):
        ProcessOwner(tmp_path, instance_id)


def test_little_of_the_servers_environment_is_passed_on() -> None:
    parent = {"PATH": "/bin", "TZ": "Europe/Berlin", "GITHUB_TOKEN": "secret", "HOME": "/root", "LANG": ""}
    assert base_environment(parent) == {"PATH": "/bin", "TZ": "Europe/Berlin", "LANG": "C.UTF-8"}
    assert "PATH" in base_environment({})
