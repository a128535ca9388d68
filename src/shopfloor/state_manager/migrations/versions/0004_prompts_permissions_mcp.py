"""When prompts were sent and answered, who answered permissions, and what projects give their agents."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("prompts", sa.Column("author", sa.Text))
    op.add_column("prompts", sa.Column("intent", sa.String(40), nullable=False, server_default="work"))
    op.add_column("prompts", sa.Column("sent_at", sa.DateTime(timezone=True)))
    op.add_column("prompts", sa.Column("answered_at", sa.DateTime(timezone=True)))
    op.add_column("permissions", sa.Column("agent_session_id", sa.Text))
    op.add_column("permissions", sa.Column("answered_by", sa.Text))
    op.add_column("projects", sa.Column("mcp_servers", sa.Text, nullable=False, server_default="[]"))
    op.add_column("projects", sa.Column("environment", sa.Text, nullable=False, server_default="{}"))
