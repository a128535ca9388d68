"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _projects()
    _agent_work_orders()
    _runs_and_prompts()
    _settings()
    _pull_requests()
    _permissions()
    _journal()


def _time(name: str, *, nullable: bool = False) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _text(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=nullable)


def _enum(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(40), nullable=nullable)


def _of_order(table: str) -> list[sa.schema.SchemaItem]:
    return [
        sa.Column("agent_work_order_id", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["agent_work_order_id"],
            ["agent_work_orders.agent_work_order_id"],
            name=f"fk_{table}_agent_work_order_id_agent_work_orders",
            ondelete="CASCADE",
        ),
    ]


def _projects() -> None:
    op.create_table(
        "projects",
        sa.Column("project_id", sa.String(64), nullable=False),
        _text("name"),
        _text("repository_url"),
        _time("created_at"),
        _time("updated_at"),
        _text("agent", nullable=True),
        _text("model", nullable=True),
        _enum("sandbox_type", nullable=True),
        _enum("workflow_type", nullable=True),
        _text("base_branch", nullable=True),
        _enum("permission_policy", nullable=True),
        _text("setup_script", nullable=True),
        _text("files_to_copy"),
        sa.Column("archived", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("project_id", name="pk_projects"),
    )


def _agent_work_orders() -> None:
    op.create_table(
        "agent_work_orders",
        sa.Column("agent_work_order_id", sa.String(64), nullable=False),
        _text("repository_url"),
        sa.Column("repository_key", sa.String(200), nullable=False),
        _enum("sandbox_type"),
        _enum("workflow_type"),
        _text("agent"),
        _text("title"),
        _time("created_at"),
        _time("updated_at"),
        _enum("status"),
        sa.Column("project_id", sa.String(64)),
        _text("model", nullable=True),
        _text("initial_prompt", nullable=True),
        _text("github_issue_number", nullable=True),
        _enum("permission_policy"),
        sa.Column("priority", sa.Integer, nullable=False),
        _text("requested_branch_name", nullable=True),
        _text("requested_base_branch", nullable=True),
        _text("git_branch_name", nullable=True),
        _text("base_branch", nullable=True),
        sa.Column("base_sha", sa.String(64)),
        _text("sandbox_identifier", nullable=True),
        _text("agent_session_id", nullable=True),
        _enum("current_phase", nullable=True),
        sa.Column("pull_request_number", sa.Integer),
        _text("error", nullable=True),
        _text("usage"),
        _text("author", nullable=True),
        sa.Column("run_count", sa.Integer, nullable=False),
        sa.Column("last_event_seq", sa.BigInteger, nullable=False),
        _time("execution_started_at", nullable=True),
        _time("execution_completed_at", nullable=True),
        sa.PrimaryKeyConstraint("agent_work_order_id", name="pk_agent_work_orders"),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["projects.project_id"],
            name="fk_agent_work_orders_project_id_projects",
            ondelete="SET NULL",
        ),
        sa.UniqueConstraint(
            "repository_key", "git_branch_name", name="uq_agent_work_orders_repository_key_git_branch_name"
        ),
    )
    op.create_index("ix_agent_work_orders_created_at", "agent_work_orders", ["created_at"])
    op.create_index("ix_agent_work_orders_status", "agent_work_orders", ["status"])
    op.create_index("ix_agent_work_orders_project_id", "agent_work_orders", ["project_id"])


def _runs_and_prompts() -> None:
    op.create_table(
        "runs",
        sa.Column("run_id", sa.String(64), nullable=False),
        *_of_order("runs"),
        sa.Column("number", sa.Integer, nullable=False),
        _enum("kind"),
        _text("turns"),
        _enum("status"),
        sa.Column("repository_key", sa.String(200), nullable=False),
        sa.Column("exclusive", sa.Boolean, nullable=False),
        sa.Column("priority", sa.Integer, nullable=False),
        _time("enqueued_at"),
        sa.Column("turns_done", sa.Integer, nullable=False),
        _enum("stop_requested", nullable=True),
        sa.Column("worker_id", sa.String(100)),
        sa.Column("was_interrupted", sa.Boolean(), nullable=False),
        _time("started_at", nullable=True),
        _time("ended_at", nullable=True),
        sa.PrimaryKeyConstraint("run_id", name="pk_runs"),
        sa.UniqueConstraint("agent_work_order_id", "number", name="uq_runs_agent_work_order_id_number"),
    )
    op.create_index("ix_runs_status", "runs", ["status"])
    op.create_table(
        "prompts",
        sa.Column("prompt_id", sa.String(64), nullable=False),
        *_of_order("prompts"),
        sa.Column("position", sa.Integer, nullable=False),
        _text("prompt_text"),
        _enum("status"),
        _time("created_at"),
        sa.PrimaryKeyConstraint("prompt_id", name="pk_prompts"),
        sa.UniqueConstraint("agent_work_order_id", "position", name="uq_prompts_agent_work_order_id_position"),
    )


def _settings() -> None:
    op.create_table(
        "settings",
        sa.Column("name", sa.String(200), nullable=False),
        _text("value"),
        sa.PrimaryKeyConstraint("name", name="pk_settings"),
    )


def _pull_requests() -> None:
    op.create_table(
        "pull_requests",
        sa.Column("repository_key", sa.String(200), nullable=False),
        sa.Column("pull_request_number", sa.Integer, autoincrement=False, nullable=False),
        _text("pull_request_title"),
        _text("pull_request_body"),
        _text("head_branch"),
        _text("base_branch"),
        _enum("state"),
        sa.Column("is_draft", sa.Boolean, nullable=False),
        _time("created_at"),
        _time("updated_at"),
        _time("merged_at", nullable=True),
        sa.Column("merge_commit_sha", sa.String(64)),
        sa.PrimaryKeyConstraint("repository_key", "pull_request_number", name="pk_pull_requests"),
    )
    op.create_index(
        "uq_pull_requests_open_head",
        "pull_requests",
        ["repository_key", "head_branch"],
        unique=True,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )


def _permissions() -> None:
    op.create_table(
        "permissions",
        sa.Column("permission_id", sa.String(200), nullable=False),
        *_of_order("permissions"),
        _text("request"),
        sa.Column("status", sa.String(20), nullable=False),
        _text("answer", nullable=True),
        _time("created_at"),
        _time("answered_at", nullable=True),
        sa.PrimaryKeyConstraint("permission_id", name="pk_permissions"),
    )
    op.create_index("ix_permissions_agent_work_order_id", "permissions", ["agent_work_order_id"])


def _journal() -> None:
    position = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "journal_events",
        sa.Column("position", position, autoincrement=False, nullable=False),
        *_of_order("journal_events"),
        sa.Column("seq", sa.BigInteger, nullable=False),
        _time("at"),
        _enum("type"),
        sa.Column("severity", sa.SmallInteger, nullable=False),
        sa.Column("coarse", sa.Boolean, nullable=False),
        _text("payload"),
        sa.Column("once", sa.String(200)),
        sa.PrimaryKeyConstraint("position", name="pk_journal_events"),
        sa.UniqueConstraint("agent_work_order_id", "seq", name="uq_journal_events_agent_work_order_id_seq"),
        sa.UniqueConstraint("agent_work_order_id", "once", name="uq_journal_events_agent_work_order_id_once"),
    )
    op.create_index(
        "ix_journal_events_coarse",
        "journal_events",
        ["position"],
        sqlite_where=sa.text("coarse"),
        postgresql_where=sa.text("coarse"),
    )
    counter = op.create_table(
        "journal_position",
        sa.Column("only_row", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("last_position", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("only_row", name="pk_journal_position"),
        sa.CheckConstraint("only_row = 1", name=op.f("ck_journal_position_one")),
    )
    op.bulk_insert(counter, [{"only_row": 1, "last_position": 0}])
