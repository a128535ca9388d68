"""Hosts no repository lives on: the addresses where clouds answer with their machines' credentials."""

import ipaddress
import re

_NAME = re.compile(r"^(?!-)[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*\.?$")
_METADATA_NAMES = frozenset({"metadata", "metadata.goog", "metadata.google.internal", "instance-data"})
_METADATA_NETWORKS = tuple(
    ipaddress.ip_network(network)
    for network in (
        "169.254.0.0/16",
        "100.100.100.200/32",
        "168.63.129.16/32",
        "192.0.0.192/32",
        "fe80::/10",
        "fd00:ec2::/32",
        "fd20:ce::/32",
    )
)
_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def refusal_of_host(host: str) -> str | None:
    """Why this host cannot be asked for a repository, or None."""
    if not host:
        return "The repository's URL names no host."
    address = address_in(host)
    if address is not None:
        return _refusal_of_address(address)
    if not _NAME.match(host) or len(host) > 253:
        return f"{host!r} is not a host name."
    name = host.lower().rstrip(".")
    if name in _METADATA_NAMES or name.startswith("instance-data."):
        return f"{host} is a cloud's metadata service, not a repository's host."
    return None


def is_private_address(address: _Address) -> bool:
    """Whether it leads into this machine or a private network, in whatever form it is written."""
    meant = (address, *_ipv4_inside(address))
    return any(not candidate.is_global for candidate in meant)


def address_in(host: str) -> _Address | None:
    """The address that is written there; None for a name."""
    if ":" in host:
        try:
            return ipaddress.IPv6Address(host.partition("%")[0])
        except ValueError:
            return None
    return _ipv4_as_resolvers_read_it(host.rstrip("."))


def _ipv4_as_resolvers_read_it(host: str) -> ipaddress.IPv4Address | None:
    """Resolvers also take 1 to 4 parts, each decimal, octal or hexadecimal: 0xA9FEA9FE is an address."""
    numbers = [_number(part) for part in host.split(".")]
    if not 1 <= len(numbers) <= 4 or any(number is None for number in numbers):
        return None
    *leading, last = [number for number in numbers if number is not None]
    value = 0
    for number in leading:
        value = value << 8 | number & 0xFF
    bits_left = 8 * (4 - len(leading))
    return ipaddress.IPv4Address((value << bits_left | last & ((1 << bits_left) - 1)) & 0xFFFFFFFF)


def _number(part: str) -> int | None:
    if re.fullmatch(r"0[xX][0-9a-fA-F]*", part):
        return int(part[2:] or "0", 16)
    if re.fullmatch(r"0[0-7]+", part):
        return int(part, 8)
    return int(part) if re.fullmatch(r"[0-9]{1,20}", part) else None


def _refusal_of_address(address: _Address) -> str | None:
    if address.is_multicast or address.is_unspecified:
        return f"{address} is not the address of a host."
    meant = (address, *_ipv4_inside(address))
    if any(candidate in network for candidate in meant for network in _METADATA_NETWORKS):
        return f"{address} is a link-local or metadata address, not a repository's host."
    return None


def _ipv4_inside(address: _Address) -> tuple[ipaddress.IPv4Address, ...]:
    """The IPv4 addresses an IPv6 one may stand for: mapped, compatible, 6to4, NAT64."""
    if isinstance(address, ipaddress.IPv4Address):
        return ()
    value = int(address)
    inside = [ipaddress.IPv4Address(value & 0xFFFFFFFF)] if value >> 32 in _EMBEDDING_PREFIXES else []
    if address.sixtofour is not None:
        inside.append(address.sixtofour)
    return tuple(inside)


_EMBEDDING_PREFIXES = frozenset({0, 0xFFFF, 0xFFFF << 16, int(ipaddress.IPv6Address("64:ff9b::")) >> 32})
