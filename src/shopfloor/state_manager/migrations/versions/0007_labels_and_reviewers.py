"""Labels and reviewers of local pull requests."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("labels", "reviewers"):
        op.add_column("pull_requests", sa.Column(name, sa.Text))
