"""Secrets over HTTP and from the command line: in, never out."""

from pathlib import Path

from tests.integration.cli.programs import Shopfloor
from tests.support.client import ApiClient

VALUE = "plain-looking-value-of-a-secret"


def test_a_secret_goes_in_is_listed_by_name_and_goes_away(api: ApiClient) -> None:
    stored = api.ok("PUT", "/secrets/naming_api_key", json={"value": VALUE})
    assert (stored["name"], stored["scope"]) == ("naming_api_key", "user")
    listed = api.http.get("/secrets")
    assert VALUE not in listed.text
    assert [secret["name"] for secret in listed.json()["secrets"]] == ["naming_api_key"]
    api.ok("DELETE", "/secrets/naming_api_key")
    assert api.http.delete("/secrets/naming_api_key").status_code == 404
    assert api.ok("GET", "/secrets")["total_count"] == 0


def test_a_refused_secret_is_not_repeated_in_the_answer(api: ApiClient) -> None:
    for body in ({"value": VALUE, "more": VALUE}, {"value": [VALUE]}, {"value": VALUE * 5000}):
        refused = api.http.put("/secrets/x", json=body)
        assert refused.status_code == 422
        assert VALUE not in refused.text
    assert api.http.put("/secrets/x", json={"value": VALUE}, params={"project_id": "pj-none"}).status_code == 404


def test_the_command_line_reads_the_value_from_standard_input(tmp_path: Path) -> None:
    shopfloor = Shopfloor(tmp_path / "home", tmp_path)
    stored = shopfloor.run("secrets", "set", "github_token", stdin=f"{VALUE}\n")
    assert stored.returncode == 0, stored.stderr
    assert "github_token" in shopfloor.run("secrets", "list").stdout
    assert shopfloor.run("secrets", "set", "github_token", stdin="").returncode == 2
    removed = shopfloor.run("secrets", "remove", "github_token")
    assert removed.returncode == 0
    files = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
    assert all(VALUE.encode() not in path.read_bytes() for path in files)
