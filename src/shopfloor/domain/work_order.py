"""The work order: one repository, one branch, one sandbox, one conversation, at most one pull request."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from shopfloor.domain.agent_choices import AgentChoices
from shopfloor.domain.ids import AgentWorkOrderId, ProjectId, PromptId, RepositoryKey
from shopfloor.domain.pull_request import PullRequestStanding
from shopfloor.domain.turn_limits import TurnLimits


class AgentWorkOrderStatus(StrEnum):
    PENDING = "pending"
    RUNNING = "running"
    WAITING = "waiting"
    PAUSED = "paused"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"


ENDED = frozenset({AgentWorkOrderStatus.COMPLETED, AgentWorkOrderStatus.FAILED, AgentWorkOrderStatus.CANCELLED})
ACTIVE = frozenset({AgentWorkOrderStatus.RUNNING, AgentWorkOrderStatus.WAITING})


class AgentWorkflowType(StrEnum):
    PLAN = "agent_workflow_plan"
    BUILD = "agent_workflow_build"
    TEST = "agent_workflow_test"
    PLAN_BUILD = "agent_workflow_plan_build"
    PLAN_BUILD_TEST = "agent_workflow_plan_build_test"
    IMPLEMENT = "agent_workflow_implement"
    VALIDATE = "agent_workflow_validate"


class AgentWorkflowPhase(StrEnum):
    PLANNING = "planning"
    IMPLEMENTING = "implementing"
    TESTING = "testing"
    REVIEWING = "reviewing"
    """Another agent looks at the change. No phase of any workflow."""
    COMPLETED = "completed"


class SandboxType(StrEnum):
    GIT_BRANCH = "git_branch"
    GIT_WORKTREE = "git_worktree"
    E2B = "e2b"
    DAGGER = "dagger"


class PermissionPolicy(StrEnum):
    """What happens when the agent asks whether it may do something."""

    ALLOW_ALL = "allow_all"
    ALLOW_EDITS = "allow_edits"
    """Looking and editing inside the workspace; whatever else is asked."""
    ASK = "ask"
    DENY = "deny"


class ErrorCategory(StrEnum):
    TRANSIENT = "transient"
    PERSISTENT = "persistent"
    USER_ACTION = "user-action"
    FATAL = "fatal"


@dataclass(frozen=True, slots=True)
class WorkOrderError:
    """Why an order failed, for people and for programs."""

    category: ErrorCategory
    code: str
    message: str
    retryable: bool
    hint: str | None = None


class UsageSource(StrEnum):
    AGENT = "agent"
    """It reports so itself."""
    ESTIMATED = "estimated"
    """From what it tells of its context: at least so much."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What the agent reported. Unknown stays unknown, never zero."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    total_tokens: int | None = None
    cost_usd: float | None = None
    source: UsageSource | None = None

    @property
    def tokens(self) -> int | None:
        """All of them, where that is known or can be said from the parts."""
        return self.total_tokens if self.total_tokens is not None else _sum(self.input_tokens, self.output_tokens)

    def plus(self, other: "Usage") -> "Usage":
        """What is known of both. One estimate makes the sum an estimate."""
        sources = {self.source, other.source}
        return Usage(
            _sum(self.input_tokens, other.input_tokens),
            _sum(self.output_tokens, other.output_tokens),
            _sum(self.total_tokens, other.total_tokens),
            _sum(self.cost_usd, other.cost_usd),
            UsageSource.ESTIMATED if UsageSource.ESTIMATED in sources else self.source or other.source,
        )


_Number = TypeVar("_Number", int, float)


def _sum(one: _Number | None, other: _Number | None) -> _Number | None:
    if one is None or other is None:
        return other if one is None else one
    return one + other


@dataclass(frozen=True, slots=True)
class Author:
    """The person an order works for: the author of its commits."""

    name: str
    email: str


@dataclass(frozen=True, slots=True)
class AgentWorkOrder:
    """What the database knows. Counts, diffs and phase history come from git."""

    agent_work_order_id: AgentWorkOrderId
    repository_url: str
    repository_key: RepositoryKey
    sandbox_type: SandboxType
    workflow_type: AgentWorkflowType
    agent: str
    title: str
    created_at: datetime
    updated_at: datetime
    status: AgentWorkOrderStatus = AgentWorkOrderStatus.PENDING
    project_id: ProjectId | None = None
    model: str | None = None
    initial_prompt: str | None = None
    github_issue_number: str | None = None
    permission_policy: PermissionPolicy = PermissionPolicy.ALLOW_ALL
    priority: int = 0
    requested_branch_name: str | None = None
    requested_base_branch: str | None = None
    git_branch_name: str | None = None
    base_branch: str | None = None
    base_sha: str | None = None
    sandbox_identifier: str | None = None
    agent_session_id: str | None = None
    current_phase: AgentWorkflowPhase | None = None
    pull_request_number: int | None = None
    pull_request_state: PullRequestStanding | None = None
    """As we last saw it."""
    error: WorkOrderError | None = None
    usage: Usage = field(default_factory=Usage)
    author: Author | None = None
    run_count: int = 0
    last_event_seq: int = 0
    execution_started_at: datetime | None = None
    execution_completed_at: datetime | None = None
    archived: bool = False
    """Out of sight in lists until somebody looks for it or works on it again."""
    reasoning_effort: str | None = None
    mode: str | None = None
    limits: TurnLimits | None = None
    in_use: AgentChoices | None = None
    """What the agent's session really runs with; None before it has one."""

    @property
    def choices(self) -> AgentChoices:
        return AgentChoices(self.model, self.reasoning_effort, self.mode)


class PromptStatus(StrEnum):
    QUEUED = "queued"
    SENT = "sent"
    ANSWERED = "answered"
    WITHDRAWN = "withdrawn"


class PromptIntent(StrEnum):
    """What a prompt wants: something done, or something told."""

    WORK = "work"
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a person told the agent. It can be edited or withdrawn until the agent's turn with it begins."""

    prompt_id: PromptId
    agent_work_order_id: AgentWorkOrderId
    position: int
    prompt_text: str
    status: PromptStatus
    created_at: datetime
    author: str | None = None
    intent: PromptIntent = PromptIntent.WORK
    sent_at: datetime | None = None
    answered_at: datetime | None = None
