"""Whose process it is: the mark by which a later instance finds what a dead one left behind."""

import hashlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

OWNER_VARIABLE = "SHOPFLOOR_OWNER"

_INSTANCE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_PASSED_ON = ("PATH", "LANG", "TZ")


@dataclass(frozen=True, slots=True)
class ProcessOwner:
    """One instance of the server on one home. At most one instance of a home is alive."""

    home: Path
    instance_id: str
    home_hash: str = field(init=False)

    def __post_init__(self) -> None:
        if not _INSTANCE_ID.fullmatch(self.instance_id):
            raise ValueError(f"an instance id is letters, digits, '-' and '_', not {self.instance_id!r}")
        resolved = os.fsencode(self.home.resolve())
        object.__setattr__(self, "home_hash", hashlib.sha256(resolved).hexdigest()[:16])

    def mark(self, number: int) -> str:
        """The mark of this instance's program number so-and-so, inherited by all it starts."""
        return f"{self.home_hash}:{self.instance_id}:{number}"

    def is_leftover(self, mark: str) -> bool:
        """True for marks of this home's earlier instances."""
        home_hash, _, rest = mark.partition(":")
        return home_hash == self.home_hash and rest.partition(":")[0] != self.instance_id


def base_environment(parent: Mapping[str, str]) -> dict[str, str]:
    """The little of the server's own environment that every program needs."""
    environment = {"PATH": os.defpath, "LANG": "C.UTF-8"}
    environment.update({name: parent[name] for name in _PASSED_ON if parent.get(name)})
    return environment
