"""A project: a connected repository and the defaults for its orders."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from shopfloor.domain.agent_choices import AgentChoices
from shopfloor.domain.ai_review import AiReviewRules, OnApprove
from shopfloor.domain.ids import ProjectId
from shopfloor.domain.mcp_servers import McpServer
from shopfloor.domain.turn_limits import TurnLimits
from shopfloor.domain.webhook_rules import ORDINARY, WebhookRules
from shopfloor.domain.work_order import AgentWorkflowType, PermissionPolicy, SandboxType


@dataclass(frozen=True, slots=True)
class Project:
    project_id: ProjectId
    name: str
    repository_url: str
    created_at: datetime
    updated_at: datetime
    agent: str | None = None
    model: str | None = None
    sandbox_type: SandboxType | None = None
    workflow_type: AgentWorkflowType | None = None
    base_branch: str | None = None
    permission_policy: PermissionPolicy | None = None
    setup_script: str | None = None
    cleanup_script: str | None = None
    files_to_copy: tuple[str, ...] = ()
    """Globs of ignored files (such as .env) to carry from a local repository into each sandbox."""
    archived: bool = False
    mcp_servers: tuple[McpServer, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    """Variables for the agent and the scripts. `${secret:NAME}` in a value stands for a secret of the project."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """The project's own text for a command, by its short name; wins over the repository's file."""
    reasoning_effort: str | None = None
    mode: str | None = None
    limits: TurnLimits | None = None
    webhook_rules: WebhookRules = ORDINARY
    preview_command: str | None = None
    """Starts the development server. It is offered a free port as PORT."""
    preview_port: int | None = None
    """Where it listens; None to find out."""
    version: int = 1
    """Of its configuration; every change makes the next one."""
    ai_review: AiReviewRules | None = None
    """None: as the floor has it set."""
    on_approve: OnApprove | None = None

    @property
    def choices(self) -> AgentChoices:
        return AgentChoices(self.model, self.reasoning_effort, self.mode)
