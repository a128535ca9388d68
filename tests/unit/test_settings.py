from pathlib import Path

import pytest

from shopfloor.errors import InvalidInput
from shopfloor.settings import load_settings


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "shopfloor.toml").write_text('port = 9000\ndefault_agent = "custom"\n')
    settings = load_settings({"SHOPFLOOR_HOME": str(tmp_path), "SHOPFLOOR_PORT": "9001"})
    assert settings.port == 9001
    assert settings.default_agent == "custom"


def test_given_values_win_over_the_environment(tmp_path: Path) -> None:
    environ = {"SHOPFLOOR_HOME": str(tmp_path), "SHOPFLOOR_PORT": "9001"}
    assert load_settings(environ, port=9002, host=None).port == 9002


def test_without_a_database_url_sqlite_lies_in_the_home(tmp_path: Path) -> None:
    settings = load_settings({"SHOPFLOOR_HOME": str(tmp_path)})
    assert settings.effective_database_url == f"sqlite:///{tmp_path}/shopfloor.db"


@pytest.mark.parametrize(
    ("name", "value"),
    [("SHOPFLOOR_PORT", "eighty"), ("SHOPFLOOR_PORT", "70000"), ("SHOPFLOOR_MAX_RUNNING_ORDERS", "0")],
)
def test_a_bad_value_is_named(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        load_settings({"SHOPFLOOR_HOME": str(tmp_path), name: value})
    assert name in refused.value.message


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "shopfloor.toml").write_text("port = = 1")
    with pytest.raises(InvalidInput, match=r"shopfloor\.toml"):
        load_settings({"SHOPFLOOR_HOME": str(tmp_path)})


def test_secrets_do_not_show_in_the_representation(tmp_path: Path) -> None:
    environ = {"SHOPFLOOR_HOME": str(tmp_path), "SHOPFLOOR_API_KEY": "very-secret", "PATH": "/bin"}
    shown = repr(load_settings(environ))
    assert "very-secret" not in shown


def test_only_named_variables_are_carried_on(tmp_path: Path) -> None:
    environ = {"SHOPFLOOR_HOME": str(tmp_path), "PATH": "/bin", "AWS_SECRET_ACCESS_KEY": "x"}
    assert load_settings(environ).environment == {"PATH": "/bin"}
