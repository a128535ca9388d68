"""A stored secret as everybody may see it: its name and whose it is, never its value."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import NewType

from shopfloor.domain.ids import ProjectId
from shopfloor.errors import InvalidInput

SecretScope = NewType("SecretScope", str)

USER = SecretScope("user")
"""Holds for everything this user does."""
_NAME = re.compile(r"^[A-Za-z][A-Za-z0-9_.-]{0,99}$")


def scope_of(project_id: ProjectId | None) -> SecretScope:
    return USER if project_id is None else SecretScope(f"project:{project_id}")


def project_of(scope: SecretScope) -> ProjectId | None:
    kind, _, identifier = scope.partition(":")
    return ProjectId(identifier) if kind == "project" else None


@dataclass(frozen=True, slots=True)
class StoredSecret:
    name: str
    scope: SecretScope
    updated_at: datetime


def checked_secret_name(name: str) -> str:
    if not _NAME.match(name):
        raise InvalidInput(
            "A secret's name is a letter followed by letters, digits, '_', '-' or '.'.",
            field="name",
            hint="Such as github_token or ANTHROPIC_API_KEY.",
        )
    return name
