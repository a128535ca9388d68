"""Which names give a secret away, and what is left of a file whose values are hidden."""

import pytest

from shopfloor.domain.sensitive_files import is_sensitive, masked


@pytest.mark.parametrize(
    "path",
    [
        ".env",
        "app/.env",
        ".env.production",
        ".ENV",
        "prod.env",
        "deploy/server.pem",
        "id_rsa",
        "keys/id_ed25519",
        ".netrc",
        ".npmrc",
        "home/.ssh/config",
        ".aws/config",
        ".kube",
        "credentials.json",
        "secrets.yaml",
        "service-account-prod.json",
    ],
)
def test_secrets_by_name(path: str) -> None:
    assert is_sensitive(path.split("/"))


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        ".env.example",
        ".env.sample",
        "src/environment.py",
        "keyboard.ts",
        "id_rsa.pub",
        "docs/credentials.md",
        "monkey",
        "src/secrets.py",
        "",
    ],
)
def test_what_only_sounds_like_it(path: str) -> None:
    assert not is_sensitive(path.split("/") if path else [])


def test_names_stay_and_values_go() -> None:
    text = "# db\nPASSWORD=hunter2\nexport TOKEN = abc def\n\nurl: http://x\n-----BEGIN KEY-----\nMIIE"
    shown = masked(text)
    assert shown.splitlines()[0] == "# db"
    assert "PASSWORD=" in shown
    assert "TOKEN" in shown
    for secret in ("hunter2", "abc", "def", "http", "BEGIN", "MIIE"):
        assert secret not in shown
