"""The kinds of sandboxes in words, for people who choose one."""

from collections.abc import Mapping
from dataclasses import dataclass

from shopfloor.domain.work_order import SandboxType


@dataclass(frozen=True, slots=True)
class SandboxWords:
    name: str
    description: str
    hint: str | None = None
    """What to do where it cannot be used."""


_WORDS: Mapping[SandboxType, SandboxWords] = {
    SandboxType.GIT_WORKTREE: SandboxWords(
        "Git worktree", "A checkout of its own for each order, on this machine. Many orders at a time."
    ),
    SandboxType.GIT_BRANCH: SandboxWords(
        "Git branch", "One checkout for the repository, on this machine. One order at a time."
    ),
    SandboxType.E2B: SandboxWords("E2B", "A machine in E2B's cloud for each order.", "Use a git worktree."),
    SandboxType.DAGGER: SandboxWords("Dagger", "A container of a Dagger engine.", "Use a git worktree."),
}


def in_words(sandbox_type: SandboxType) -> SandboxWords:
    return _WORDS.get(sandbox_type) or SandboxWords(sandbox_type.value.replace("_", " ").capitalize(), "")
