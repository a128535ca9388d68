"""A name that leads into a private network is found out before git is asked to go there."""

from collections.abc import Sequence

import pytest

from shopfloor.domain.admission import RepositoryRules
from shopfloor.domain.repository_url import parse_repository_url
from shopfloor.errors import RepositoryUrlRefused
from shopfloor.github_integration.address_guard import AddressGuard

ADDRESSES = {
    "inside.example.org": ["93.184.216.34", "10.0.0.5"],
    "loop.example.org": ["::1"],
    "link.example.org": ["fe80::1%eth0"],
    "metadata.example.org": ["169.254.169.254"],
    "outside.example.org": ["93.184.216.34", "2606:2800:220:1::1"],
}


async def addresses_of(name: str) -> Sequence[str]:
    if name not in ADDRESSES:
        raise OSError("no such name")
    return ADDRESSES[name]


def guard(*allowed: str) -> AddressGuard:
    rules = RepositoryRules(default_host_url="https://github.com", private_hosts=frozenset(allowed))
    return AddressGuard(rules, addresses_of)


@pytest.mark.parametrize("name", ["inside", "loop", "link", "metadata"])
async def test_a_name_of_a_private_address_is_refused_unless_allowed(name: str) -> None:
    location = parse_repository_url(f"https://{name}.example.org/a/b")
    with pytest.raises(RepositoryUrlRefused):
        await guard().check(location)
    await guard(f"{name}.example.org").check(location)


@pytest.mark.parametrize("name", ["outside", "unknown"])
async def test_public_names_and_those_that_only_a_proxy_may_know_are_left_to_git(name: str) -> None:
    await guard().check(parse_repository_url(f"https://{name}.example.org/a/b"))
