"""What a caller can ask for, as values. Unset means: the project's default, else the floor's."""

from dataclasses import dataclass

from shopfloor.domain.ids import ProjectId
from shopfloor.domain.turn_limits import TurnLimits
from shopfloor.domain.work_order import AgentWorkflowType, PermissionPolicy, SandboxType


@dataclass(frozen=True, slots=True)
class NewWorkOrder:
    repository_url: str | None = None
    project_id: ProjectId | None = None
    initial_prompt: str | None = None
    github_issue_number: str | None = None
    title: str | None = None
    sandbox_type: SandboxType | None = None
    workflow_type: AgentWorkflowType | None = None
    agent: str | None = None
    model: str | None = None
    git_branch_name: str | None = None
    base_branch: str | None = None
    permission_policy: PermissionPolicy | None = None
    reasoning_effort: str | None = None
    mode: str | None = None
    limits: TurnLimits | None = None
    priority: int = 0
