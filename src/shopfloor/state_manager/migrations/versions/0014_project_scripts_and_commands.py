"""A clean-up script and own commands for projects."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("projects", sa.Column("cleanup_script", sa.Text))
    op.add_column("projects", sa.Column("commands", sa.Text, nullable=False, server_default="{}"))
