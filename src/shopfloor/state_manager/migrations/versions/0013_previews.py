"""How a project's preview is started."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("projects", sa.Column("preview_command", sa.Text))
    op.add_column("projects", sa.Column("preview_port", sa.Integer))
