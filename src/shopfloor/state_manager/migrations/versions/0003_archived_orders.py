"""Work orders can be archived."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("agent_work_orders", sa.Column("archived", sa.Boolean, nullable=False, server_default=sa.false()))
