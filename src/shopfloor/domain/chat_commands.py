"""What a chat message can ask of the platform itself, as values."""

from dataclasses import dataclass

from shopfloor.domain.pull_request import MergeMethod


@dataclass(frozen=True, slots=True)
class UseBranch:
    git_branch_name: str


@dataclass(frozen=True, slots=True)
class UseModel:
    model: str


@dataclass(frozen=True, slots=True)
class MarkReady:
    pass


@dataclass(frozen=True, slots=True)
class MarkDraft:
    pass


@dataclass(frozen=True, slots=True)
class AddLabels:
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RemoveLabels:
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RequestReview:
    reviewers: tuple[str, ...]
    """Logins, or teams as organization/team."""


@dataclass(frozen=True, slots=True)
class EditPullRequest:
    title: str | None = None
    body: str | None = None


@dataclass(frozen=True, slots=True)
class Merge:
    method: MergeMethod = MergeMethod.MERGE


@dataclass(frozen=True, slots=True)
class Pause:
    pass


@dataclass(frozen=True, slots=True)
class Stop:
    pass


@dataclass(frozen=True, slots=True)
class Resume:
    pass


@dataclass(frozen=True, slots=True)
class Retry:
    pass


PullRequestCommand = MarkReady | MarkDraft | AddLabels | RemoveLabels | RequestReview | EditPullRequest | Merge
Command = UseBranch | UseModel | PullRequestCommand | Pause | Stop | Resume | Retry
