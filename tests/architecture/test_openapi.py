"""The web app's types come from docs/openapi.json: it says what the server says."""

from pathlib import Path

from shopfloor.api.openapi import openapi_document

COMMITTED = Path(__file__).parents[2] / "docs" / "openapi.json"


def test_the_committed_description_is_the_servers() -> None:
    assert COMMITTED.read_text() == openapi_document(), (
        "the API changed: run `make openapi` and commit docs/openapi.json"
    )
