from pathlib import Path

import pytest

from shopfloor.domain.admission import RepositoryRules, host_of
from shopfloor.domain.repository_url import parse_repository_url
from shopfloor.errors import RepositoryUrlRefused

ORDINARY = RepositoryRules()
SHARED = RepositoryRules(allows_local=False, always_local=(Path("/srv/floor/demo"),))


def test_owner_and_name_are_a_repository_on_the_default_host() -> None:
    assert ORDINARY.admit("ada/engine").url == "https://github.com/ada/engine"
    enterprise = RepositoryRules(default_host_url="https://github.example.org")
    assert enterprise.admit("ada/engine.js").url == "https://github.example.org/ada/engine.js"


@pytest.mark.parametrize("text", ["a/b/c", "./a", "../a/b", "-a/b", "a", "a/b c"])
def test_what_only_looks_like_it_is_not(text: str) -> None:
    with pytest.raises(RepositoryUrlRefused):
        ORDINARY.admit(text)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:3000/a/b",
        "http://localhost/a/b",
        "https://build.localhost/a/b",
        "https://10.1.2.3/a/b",
        "https://192.168.1.1/a/b",
        "https://172.16.0.1/a/b",
        "https://0x7f000001/a/b",
        "https://2130706433/a/b",
        "https://[::1]/a/b",
        "https://[fd00::1]/a/b",
        "https://[::ffff:10.0.0.1]/a/b",
        "git@10.0.0.1:a/b",
        "ssh://git@127.0.0.1/a/b",
        "https://100.64.0.1/a/b",
    ],
)
def test_private_addresses_are_refused_unless_allowed(url: str) -> None:
    with pytest.raises(RepositoryUrlRefused, match="private network"):
        ORDINARY.admit(url)
    host = host_of(parse_repository_url(url))
    assert RepositoryRules(private_hosts=frozenset({host})).admit(url)
    assert RepositoryRules(private_hosts=frozenset({"*"})).admit(url)
    with pytest.raises(RepositoryUrlRefused):
        RepositoryRules(private_hosts=frozenset({"git.example.org"})).admit(url)


def test_public_addresses_are_fine() -> None:
    for url in ("https://8.8.8.8/a/b", "https://example.org/a/b", "git@github.com:a/b"):
        assert ORDINARY.admit(url)


def test_a_host_with_its_port_is_allowed_on_that_port_only() -> None:
    rules = RepositoryRules(private_hosts=frozenset({"127.0.0.1:3000"}), ssh_hosts=frozenset({"127.0.0.1"}))
    assert rules.admit("http://127.0.0.1:3000/a/b")
    assert rules.admit("git@127.0.0.1:a/b")
    with pytest.raises(RepositoryUrlRefused):
        rules.admit("http://127.0.0.1:3001/a/b")


def test_a_shared_server_keeps_its_disk_to_itself() -> None:
    with pytest.raises(RepositoryUrlRefused, match="shared"):
        SHARED.admit("/home/ada/engine")
    with pytest.raises(RepositoryUrlRefused, match="shared"):
        SHARED.admit("file:///srv/floor/demo/../../etc")
    assert SHARED.admit("/srv/floor/demo/greeter")
    assert ORDINARY.admit("/home/ada/engine")
