"""What the documents list is all there is."""

import re
from pathlib import Path

import pytest

from shopfloor.settings import Settings

ROOT = Path(__file__).parents[2]
NOT_SETTINGS = {"environment", "forge_tokens", "agent_environment"}
"""Read from the variables of other programs."""


def test_the_readme_names_every_setting() -> None:
    text = (ROOT / "README.md").read_text().lower()
    told = set(re.findall(r"`shopfloor_(\w+)`", text)) | set(re.findall(r"`…_(\w+)`", text))
    forgotten = [
        name for name in Settings.model_fields if not any(name == one or name.endswith(f"_{one}") for one in told)
    ]
    assert set(forgotten) <= NOT_SETTINGS


def test_every_file_of_browser_tests_is_a_journey() -> None:
    text = (ROOT / "docs" / "journeys.md").read_text()
    assert {path.name for path in (ROOT / "tests" / "e2e").glob("test_*.py")} == set(
        re.findall(r"`(test_\w+\.py)`", text)
    )


@pytest.mark.parametrize("document", ["ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_modules_that_are_named_exist(document: str) -> None:
    source = ROOT / "src" / "shopfloor"
    names = {path.name for path in source.rglob("*.py")}
    named = re.findall(r"`([\w/]+\.py)`", (ROOT / document).read_text())
    assert named
    assert [name for name in named if not ((source / name).exists() or (ROOT / name).exists() or name in names)] == []


def test_the_tree_in_architecture_names_every_package() -> None:
    tree = (ROOT / "ARCHITECTURE.md").read_text().split("```")[1]
    packages = {path.parent.name for path in (ROOT / "src" / "shopfloor").glob("*/__init__.py")}
    assert packages <= set(re.findall(r"(\w+)/", tree))
