"""The inbox of webhooks, the replies promised on pull requests, and what a project's repository may set off."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("projects", sa.Column("webhook_rules", sa.Text, nullable=False, server_default="{}"))
    op.create_table(
        "webhook_deliveries",
        sa.Column("delivery_id", sa.String(100), nullable=False),
        sa.Column("event", sa.String(100), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.String(40), nullable=False),
        sa.Column("happening", sa.Text),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("delivery_id", name="pk_webhook_deliveries"),
    )
    op.create_index("ix_webhook_deliveries_status", "webhook_deliveries", ["status", "due_at"])
    op.create_index("ix_webhook_deliveries_received_at", "webhook_deliveries", ["received_at"])
    op.create_table(
        "promised_replies",
        sa.Column("reply_id", sa.String(200), nullable=False),
        sa.Column("agent_work_order_id", sa.String(64), nullable=False),
        sa.Column("prompt_id", sa.String(64), nullable=False),
        sa.Column("pull_request_number", sa.Integer, nullable=False),
        sa.Column("threads", sa.Text, nullable=False),
        sa.Column("status", sa.String(40), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("reply_id", name="pk_promised_replies"),
        sa.ForeignKeyConstraint(
            ["agent_work_order_id"],
            ["agent_work_orders.agent_work_order_id"],
            name="fk_promised_replies_agent_work_order_id_agent_work_orders",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_promised_replies_status", "promised_replies", ["status"])
