"""The labels that the issue of a task had when it was last seen."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("task_issues", sa.Column("labels", sa.Text))
