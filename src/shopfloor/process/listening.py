"""Which sockets belong to which processes: only a program's own are ever connected to in its name."""

from collections.abc import Collection

import psutil

from shopfloor.sandbox_manager.sandbox_protocol import ListeningAddress

_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - read, not bound


def listening_addresses(pids: Collection[int]) -> list[ListeningAddress]:
    """By port. The exact address matters: another program may wait at the same port of another address."""
    found = {address for pid in pids for address in _addresses_of(pid)}
    return sorted(found, key=lambda address: (address.port, address.host != "127.0.0.1", address.host))


def _addresses_of(pid: int) -> list[ListeningAddress]:
    try:
        sockets = psutil.Process(pid).net_connections(kind="tcp")
    except (psutil.Error, OSError):
        return []
    return [
        ListeningAddress(_EVERYWHERE.get(each.laddr.ip, each.laddr.ip), each.laddr.port)
        for each in sockets
        if each.status == psutil.CONN_LISTEN
    ]
