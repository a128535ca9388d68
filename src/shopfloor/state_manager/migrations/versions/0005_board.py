"""The board: tasks, the work orders filed for them, and what people said about them."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _tasks()
    _task_attempts()
    _task_comments()


def _time(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=False)


def _of_task(table: str) -> list[sa.schema.SchemaItem]:
    return [
        sa.Column("task_id", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["task_id"], ["tasks.task_id"], name=f"fk_{table}_task_id_tasks", ondelete="CASCADE"),
    ]


def _tasks() -> None:
    op.create_table(
        "tasks",
        sa.Column("task_id", sa.String(64), nullable=False),
        sa.Column("project_id", sa.String(64), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        _time("created_at"),
        _time("updated_at"),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("status", sa.String(40), nullable=False),
        sa.Column("description", sa.Text, nullable=False),
        sa.Column("priority", sa.String(40), nullable=False),
        sa.Column("labels", sa.Text, nullable=False),
        sa.Column("assignee", sa.Text),
        sa.Column("github_issue_number", sa.Text),
        sa.Column("archived", sa.Boolean, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("stop_requested", sa.Boolean, nullable=False),
        sa.Column("error", sa.Text),
        sa.PrimaryKeyConstraint("task_id", name="pk_tasks"),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.project_id"], name="fk_tasks_project_id_projects", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_tasks_column", "tasks", ["project_id", "status", "position"])


def _task_attempts() -> None:
    op.create_table(
        "task_attempts",
        sa.Column("agent_work_order_id", sa.String(64), nullable=False),
        *_of_task("task_attempts"),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        _time("created_at"),
        sa.Column("is_winner", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("agent_work_order_id", name="pk_task_attempts"),
        sa.ForeignKeyConstraint(
            ["agent_work_order_id"],
            ["agent_work_orders.agent_work_order_id"],
            name="fk_task_attempts_agent_work_order_id_agent_work_orders",
            ondelete="CASCADE",
        ),
        sa.UniqueConstraint("task_id", "number", name="uq_task_attempts_task_id_number"),
    )


def _task_comments() -> None:
    op.create_table(
        "task_comments",
        sa.Column("comment_id", sa.String(64), nullable=False),
        *_of_task("task_comments"),
        sa.Column("author", sa.Text),
        sa.Column("text", sa.Text, nullable=False),
        _time("created_at"),
        sa.PrimaryKeyConstraint("comment_id", name="pk_task_comments"),
    )
    op.create_index("ix_task_comments_task_id", "task_comments", ["task_id"])
