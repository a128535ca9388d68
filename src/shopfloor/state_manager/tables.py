"""The schema. The migrations lead to exactly this; a test compares the two on both databases."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from shopfloor.domain.agent_choices import AgentChoices
from shopfloor.domain.agent_offer import OfferedChoice, OfferedModel
from shopfloor.domain.ai_review import AiReviewRules, Finding, OnApprove, ReviewStatus, Severity, Side, Verdict
from shopfloor.domain.events import EventType
from shopfloor.domain.mcp_servers import HttpMcpServer, McpServer, StdioMcpServer
from shopfloor.domain.pull_request import PullRequestStanding, PullRequestState
from shopfloor.domain.runs import RunKind, RunStatus, StopKind, Turn
from shopfloor.domain.task import TaskPriority, TaskStatus
from shopfloor.domain.task_issue import IssueState
from shopfloor.domain.turn_limits import TurnLimits
from shopfloor.domain.webhook import DeliveryStatus, Happening, HappeningKind, ReplyStatus
from shopfloor.domain.webhook_rules import WebhookRules
from shopfloor.domain.work_order import (
    AgentWorkflowPhase,
    AgentWorkflowType,
    AgentWorkOrderStatus,
    Author,
    ErrorCategory,
    PermissionPolicy,
    PromptIntent,
    PromptStatus,
    SandboxType,
    Usage,
    UsageSource,
    WorkOrderError,
)
from shopfloor.state_manager.column_types import EnumText, FreeText, JsonText, UtcDateTime

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _error(plain: dict[str, Any]) -> WorkOrderError:
    return WorkOrderError(**{**plain, "category": ErrorCategory(plain["category"])})


def _usage(plain: dict[str, Any]) -> Usage:
    source = plain.get("source")
    return Usage(**{**plain, "source": UsageSource(source) if source else None})


def _author(plain: dict[str, Any]) -> Author:
    return Author(**plain)


def _limits(plain: dict[str, Any]) -> TurnLimits:
    return TurnLimits(**plain)


def _choices(plain: dict[str, Any]) -> AgentChoices:
    return AgentChoices(**plain)


def _offered_models(plain: list[dict[str, Any]]) -> tuple[OfferedModel, ...]:
    return tuple(OfferedModel(**model) for model in plain)


def _offered_choices(plain: list[dict[str, Any]]) -> tuple[OfferedChoice, ...]:
    return tuple(OfferedChoice(**choice) for choice in plain)


def _turns(plain: list[dict[str, Any]]) -> tuple[Turn, ...]:
    return tuple(Turn(AgentWorkflowPhase(turn["phase"]), turn["prompt_id"]) for turn in plain)


def _mcp_servers(plain: list[dict[str, Any]]) -> tuple[McpServer, ...]:
    return tuple(_mcp_server(server) for server in plain)


def _mcp_server(plain: dict[str, Any]) -> McpServer:
    if "url" in plain:
        return HttpMcpServer(**plain)
    return StdioMcpServer(**{**plain, "args": tuple(plain["args"])})


def _webhook_rules(plain: dict[str, Any]) -> WebhookRules:
    return WebhookRules(**plain)


def _ai_review_rules(plain: dict[str, Any]) -> AiReviewRules:
    return AiReviewRules(**plain)


def _findings(plain: list[dict[str, Any]]) -> tuple[Finding, ...]:
    return tuple(Finding(**{**one, "severity": Severity(one["severity"]), "side": Side(one["side"])}) for one in plain)


def _happening(plain: dict[str, Any]) -> Happening:
    urls, labels = tuple(plain["repository_urls"]), tuple(plain.get("labels", ()))
    return Happening(**{**plain, "kind": HappeningKind(plain["kind"]), "repository_urls": urls, "labels": labels})


def _id(name: str, **options: Any) -> Column[str]:
    return Column(name, String(64), **options)


def _order_id() -> Column[str]:
    reference = ForeignKey("agent_work_orders.agent_work_order_id", ondelete="CASCADE")
    return Column("agent_work_order_id", String(64), reference, nullable=False)


projects = Table(
    "projects",
    metadata,
    _id("project_id", primary_key=True),
    Column("name", FreeText, nullable=False),
    Column("repository_url", FreeText, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
    Column("agent", FreeText),
    Column("model", FreeText),
    Column("sandbox_type", EnumText(SandboxType)),
    Column("workflow_type", EnumText(AgentWorkflowType)),
    Column("base_branch", FreeText),
    Column("permission_policy", EnumText(PermissionPolicy)),
    Column("setup_script", FreeText),
    Column("files_to_copy", JsonText(tuple), nullable=False),
    Column("archived", Boolean, nullable=False),
    Column("mcp_servers", JsonText(_mcp_servers), nullable=False, server_default="[]"),
    Column("environment", JsonText, nullable=False, server_default="{}"),
    Column("reasoning_effort", FreeText),
    Column("mode", FreeText),
    Column("limits", JsonText(_limits)),
    Column("webhook_rules", JsonText(_webhook_rules), nullable=False, server_default="{}"),
    Column("version", Integer, nullable=False, server_default="1"),
    Column("preview_command", FreeText),
    Column("preview_port", Integer),
    Column("cleanup_script", FreeText),
    Column("commands", JsonText, nullable=False, server_default="{}"),
    Column("ai_review", JsonText(_ai_review_rules)),
    Column("on_approve", EnumText(OnApprove)),
)

project_versions = Table(
    "project_versions",
    metadata,
    Column("project_id", String(64), ForeignKey("projects.project_id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("author", FreeText),
    Column("note", FreeText, nullable=False),
    Column("changed", JsonText(tuple), nullable=False),
    Column("content", JsonText, nullable=False),
)

agent_work_orders = Table(
    "agent_work_orders",
    metadata,
    _id("agent_work_order_id", primary_key=True),
    Column("repository_url", FreeText, nullable=False),
    Column("repository_key", String(200), nullable=False),
    Column("sandbox_type", EnumText(SandboxType), nullable=False),
    Column("workflow_type", EnumText(AgentWorkflowType), nullable=False),
    Column("agent", FreeText, nullable=False),
    Column("title", FreeText, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
    Column("status", EnumText(AgentWorkOrderStatus), nullable=False),
    Column("project_id", String(64), ForeignKey("projects.project_id", ondelete="SET NULL")),
    Column("model", FreeText),
    Column("initial_prompt", FreeText),
    Column("github_issue_number", FreeText),
    Column("permission_policy", EnumText(PermissionPolicy), nullable=False),
    Column("priority", Integer, nullable=False),
    Column("requested_branch_name", FreeText),
    Column("requested_base_branch", FreeText),
    Column("git_branch_name", FreeText),
    Column("base_branch", FreeText),
    Column("base_sha", String(64)),
    Column("sandbox_identifier", FreeText),
    Column("agent_session_id", FreeText),
    Column("current_phase", EnumText(AgentWorkflowPhase)),
    Column("pull_request_number", Integer),
    Column("error", JsonText(_error)),
    Column("usage", JsonText(_usage), nullable=False),
    Column("author", JsonText(_author)),
    Column("run_count", Integer, nullable=False),
    Column("last_event_seq", BigInteger, nullable=False),
    Column("execution_started_at", UtcDateTime),
    Column("execution_completed_at", UtcDateTime),
    Column("archived", Boolean, nullable=False, server_default=false()),
    Column("reasoning_effort", FreeText),
    Column("mode", FreeText),
    Column("limits", JsonText(_limits)),
    Column("in_use", JsonText(_choices)),
    Column("pull_request_state", EnumText(PullRequestStanding)),
    UniqueConstraint("repository_key", "git_branch_name"),
    Index("ix_agent_work_orders_created_at", "created_at"),
    Index("ix_agent_work_orders_status", "status"),
    Index("ix_agent_work_orders_project_id", "project_id"),
)

runs = Table(
    "runs",
    metadata,
    _id("run_id", primary_key=True),
    _order_id(),
    Column("number", Integer, nullable=False),
    Column("kind", EnumText(RunKind), nullable=False),
    Column("turns", JsonText(_turns), nullable=False),
    Column("status", EnumText(RunStatus), nullable=False),
    Column("repository_key", String(200), nullable=False),
    Column("exclusive", Boolean, nullable=False),
    Column("priority", Integer, nullable=False),
    Column("enqueued_at", UtcDateTime, nullable=False),
    Column("turns_done", Integer, nullable=False),
    Column("stop_requested", EnumText(StopKind)),
    Column("worker_id", String(100)),
    Column("was_interrupted", Boolean, nullable=False),
    Column("started_at", UtcDateTime),
    Column("ended_at", UtcDateTime),
    UniqueConstraint("agent_work_order_id", "number"),
    Index("ix_runs_status", "status"),
)

prompts = Table(
    "prompts",
    metadata,
    _id("prompt_id", primary_key=True),
    _order_id(),
    Column("position", Integer, nullable=False),
    Column("prompt_text", FreeText, nullable=False),
    Column("status", EnumText(PromptStatus), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("author", FreeText),
    Column("intent", EnumText(PromptIntent), nullable=False, server_default="work"),
    Column("sent_at", UtcDateTime),
    Column("answered_at", UtcDateTime),
    UniqueConstraint("agent_work_order_id", "position"),
)

tasks = Table(
    "tasks",
    metadata,
    _id("task_id", primary_key=True),
    Column("project_id", String(64), ForeignKey("projects.project_id", ondelete="CASCADE"), nullable=False),
    Column("title", FreeText, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("status", EnumText(TaskStatus), nullable=False),
    Column("description", FreeText, nullable=False),
    Column("priority", EnumText(TaskPriority), nullable=False),
    Column("labels", JsonText(tuple), nullable=False),
    Column("assignee", FreeText),
    Column("github_issue_number", FreeText),
    Column("archived", Boolean, nullable=False),
    Column("round", Integer, nullable=False),
    Column("stop_requested", Boolean, nullable=False),
    Column("error", JsonText(_error)),
    Column("sent_back", Integer, nullable=False, server_default="0"),
    Index("ix_tasks_column", "project_id", "status", "position"),
)


def _task_id() -> Column[str]:
    return Column("task_id", String(64), ForeignKey("tasks.task_id", ondelete="CASCADE"), nullable=False)


task_attempts = Table(
    "task_attempts",
    metadata,
    Column(
        "agent_work_order_id",
        String(64),
        ForeignKey("agent_work_orders.agent_work_order_id", ondelete="CASCADE"),
        primary_key=True,
    ),
    _task_id(),
    Column("number", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("is_winner", Boolean, nullable=False),
    UniqueConstraint("task_id", "number"),
)

task_comments = Table(
    "task_comments",
    metadata,
    _id("comment_id", primary_key=True),
    _task_id(),
    Column("author", FreeText),
    Column("text", FreeText, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("github_comment_id", BigInteger),
    Index("ix_task_comments_task_id", "task_id"),
)

ai_reviews = Table(
    "ai_reviews",
    metadata,
    _id("review_id", primary_key=True),
    _order_id(),
    _id("run_id", nullable=False, unique=True),
    Column("task_id", String(64), ForeignKey("tasks.task_id", ondelete="SET NULL")),
    Column("number", Integer, nullable=False),
    Column("agent", FreeText, nullable=False),
    Column("model", FreeText),
    Column("status", EnumText(ReviewStatus), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("base_sha", String(64)),
    Column("head_sha", String(64)),
    Column("verdict", EnumText(Verdict)),
    Column("summary", FreeText, nullable=False),
    Column("findings", JsonText(_findings), nullable=False),
    Column("finding_counts", JsonText, nullable=False),
    Column("error", JsonText(_error)),
    Column("started_at", UtcDateTime),
    Column("ended_at", UtcDateTime),
    Column("is_settled", Boolean, nullable=False),
    Index("ix_ai_reviews_agent_work_order_id", "agent_work_order_id"),
    Index("ix_ai_reviews_task_id", "task_id"),
)

task_issues = Table(
    "task_issues",
    metadata,
    Column("task_id", String(64), ForeignKey("tasks.task_id", ondelete="CASCADE"), primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("state", EnumText(IssueState), nullable=False),
    Column("title", FreeText, nullable=False),
    Column("description", FreeText, nullable=False),
    Column("as_of", UtcDateTime, nullable=False),
    Column("labels", JsonText(tuple)),
)

settings = Table(
    "settings",
    metadata,
    Column("name", String(200), primary_key=True),
    Column("value", JsonText, nullable=False),
)

secrets = Table(
    "secrets",
    metadata,
    Column("scope", String(100), primary_key=True),
    Column("name", String(100), primary_key=True),
    Column("sealed", Text, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
)

agent_offers = Table(
    "agent_offers",
    metadata,
    Column("agent", String(200), primary_key=True),
    Column("fetched_at", UtcDateTime, nullable=False),
    Column("models", JsonText(_offered_models), nullable=False),
    Column("modes", JsonText(_offered_choices), nullable=False),
    Column("efforts", JsonText(_offered_choices), nullable=False),
    Column("current_model", FreeText),
    Column("current_mode", FreeText),
    Column("current_effort", FreeText),
)

turn_usage = Table(
    "turn_usage",
    metadata,
    _id("run_id", primary_key=True),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    _id("agent_work_order_id", nullable=False),
    _id("project_id"),
    Column("agent", FreeText, nullable=False),
    Column("model", FreeText),
    Column("phase", EnumText(AgentWorkflowPhase), nullable=False),
    Column("ended_at", UtcDateTime, nullable=False),
    Column("attempt", Integer, primary_key=True, autoincrement=False),
    Column("input_tokens", BigInteger),
    Column("output_tokens", BigInteger),
    Column("total_tokens", BigInteger),
    Column("cost_usd", Double),
    Column("source", EnumText(UsageSource)),
    Index("ix_turn_usage_agent_work_order_id", "agent_work_order_id"),
    Index("ix_turn_usage_ended_at", "ended_at"),
)
"""Without references: what was spent stays spent when its order or project is deleted."""

webhook_deliveries = Table(
    "webhook_deliveries",
    metadata,
    Column("delivery_id", String(100), primary_key=True),
    Column("event", String(100), nullable=False),
    Column("received_at", UtcDateTime, nullable=False),
    Column("status", EnumText(DeliveryStatus), nullable=False),
    Column("happening", JsonText(_happening)),
    Column("due_at", UtcDateTime, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("note", FreeText, nullable=False),
    Index("ix_webhook_deliveries_status", "status", "due_at"),
    Index("ix_webhook_deliveries_received_at", "received_at"),
)

promised_replies = Table(
    "promised_replies",
    metadata,
    Column("reply_id", String(200), primary_key=True),
    _order_id(),
    _id("prompt_id", nullable=False),
    Column("pull_request_number", Integer, nullable=False),
    Column("threads", JsonText(tuple), nullable=False),
    Column("status", EnumText(ReplyStatus), nullable=False),
    Column("attempts", Integer, nullable=False),
    Index("ix_promised_replies_status", "status"),
)

forge_repositories = Table(
    "forge_repositories",
    metadata,
    Column("host", String(300), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("repository_key", String(200), primary_key=True),
)

pull_requests = Table(
    "pull_requests",
    metadata,
    Column("repository_key", String(200), primary_key=True),
    Column("pull_request_number", Integer, primary_key=True, autoincrement=False),
    Column("pull_request_title", FreeText, nullable=False),
    Column("pull_request_body", FreeText, nullable=False),
    Column("head_branch", FreeText, nullable=False),
    Column("base_branch", FreeText, nullable=False),
    Column("state", EnumText(PullRequestState), nullable=False),
    Column("is_draft", Boolean, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
    Column("merged_at", UtcDateTime),
    Column("merge_commit_sha", String(64)),
    Column("labels", JsonText(tuple)),
    Column("reviewers", JsonText(tuple)),
    Index(
        "uq_pull_requests_open_head",
        "repository_key",
        "head_branch",
        unique=True,
        sqlite_where=text("state = 'open'"),
        postgresql_where=text("state = 'open'"),
    ),
)

permissions = Table(
    "permissions",
    metadata,
    Column("permission_id", String(200), primary_key=True),
    _order_id(),
    Column("request", JsonText, nullable=False),
    Column("status", String(20), nullable=False),
    Column("answer", FreeText),
    Column("created_at", UtcDateTime, nullable=False),
    Column("answered_at", UtcDateTime),
    Column("agent_session_id", FreeText),
    Column("answered_by", FreeText),
    Index("ix_permissions_agent_work_order_id", "agent_work_order_id"),
)

journal_events = Table(
    "journal_events",
    metadata,
    Column("position", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=False),
    _order_id(),
    Column("seq", BigInteger, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("type", EnumText(EventType), nullable=False),
    Column("severity", SmallInteger, nullable=False),
    Column("coarse", Boolean, nullable=False),
    Column("payload", JsonText, nullable=False),
    Column("once", String(200)),
    UniqueConstraint("agent_work_order_id", "seq"),
    UniqueConstraint("agent_work_order_id", "once"),
    Index(
        "ix_journal_events_coarse",
        "position",
        sqlite_where=text("coarse"),
        postgresql_where=text("coarse"),
    ),
)

journal_position = Table(
    "journal_position",
    metadata,
    Column("only_row", Integer, CheckConstraint("only_row = 1", name="one"), primary_key=True, autoincrement=False),
    Column("last_position", BigInteger, nullable=False),
)
"""One counter for the events of all orders: its row lock makes positions follow the order of commits."""
