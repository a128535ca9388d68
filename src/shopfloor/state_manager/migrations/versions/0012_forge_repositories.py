"""The names under which a forge's repositories are known."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "forge_repositories",
        sa.Column("host", sa.String(300), nullable=False),
        sa.Column("number", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("repository_key", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("host", "number", "repository_key", name="pk_forge_repositories"),
    )
