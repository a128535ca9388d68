"""What turns used."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "turn_usage",
        sa.Column("run_id", sa.String(64), nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("agent_work_order_id", sa.String(64), nullable=False),
        sa.Column("project_id", sa.String(64)),
        sa.Column("agent", sa.Text, nullable=False),
        sa.Column("model", sa.Text),
        sa.Column("phase", sa.String(40), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("input_tokens", sa.BigInteger),
        sa.Column("output_tokens", sa.BigInteger),
        sa.Column("total_tokens", sa.BigInteger),
        sa.Column("cost_usd", sa.Double),
        sa.Column("source", sa.String(40)),
        sa.PrimaryKeyConstraint("run_id", "turn", "attempt", name="pk_turn_usage"),
    )
    op.create_index("ix_turn_usage_agent_work_order_id", "turn_usage", ["agent_work_order_id"])
    op.create_index("ix_turn_usage_ended_at", "turn_usage", ["ended_at"])
