"""Reviews by agents, and what follows from an approval."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("projects", sa.Column("ai_review", sa.Text))
    op.add_column("projects", sa.Column("on_approve", sa.String(40)))
    op.add_column("tasks", sa.Column("sent_back", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "ai_reviews",
        sa.Column("review_id", sa.String(64), nullable=False),
        sa.Column("agent_work_order_id", sa.String(64), nullable=False),
        sa.Column("run_id", sa.String(64), nullable=False),
        sa.Column("task_id", sa.String(64)),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("agent", sa.Text, nullable=False),
        sa.Column("model", sa.Text),
        sa.Column("status", sa.String(40), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("base_sha", sa.String(64)),
        sa.Column("head_sha", sa.String(64)),
        sa.Column("verdict", sa.String(40)),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("findings", sa.Text, nullable=False),
        sa.Column("finding_counts", sa.Text, nullable=False),
        sa.Column("error", sa.Text),
        sa.Column("started_at", sa.DateTime(timezone=True)),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("is_settled", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("review_id", name="pk_ai_reviews"),
        sa.UniqueConstraint("run_id", name="uq_ai_reviews_run_id"),
        sa.ForeignKeyConstraint(
            ["agent_work_order_id"],
            ["agent_work_orders.agent_work_order_id"],
            name="fk_ai_reviews_agent_work_order_id_agent_work_orders",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["task_id"], ["tasks.task_id"], name="fk_ai_reviews_task_id_tasks", ondelete="SET NULL"
        ),
    )
    op.create_index("ix_ai_reviews_agent_work_order_id", "ai_reviews", ["agent_work_order_id"])
    op.create_index("ix_ai_reviews_task_id", "ai_reviews", ["task_id"])
