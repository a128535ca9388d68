"""What orders and projects choose of their agents, their limits, and what agents offer."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("agent_work_orders", "projects"):
        for name in ("reasoning_effort", "mode", "limits"):
            op.add_column(table, sa.Column(name, sa.Text))
    op.add_column("agent_work_orders", sa.Column("in_use", sa.Text))
    op.create_table(
        "agent_offers",
        sa.Column("agent", sa.String(200), nullable=False),
        sa.Column("fetched_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("models", sa.Text, nullable=False),
        sa.Column("modes", sa.Text, nullable=False),
        sa.Column("efforts", sa.Text, nullable=False),
        sa.Column("current_model", sa.Text),
        sa.Column("current_mode", sa.Text),
        sa.Column("current_effort", sa.Text),
        sa.PrimaryKeyConstraint("agent", name="pk_agent_offers"),
    )
