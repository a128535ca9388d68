"""The issues of tasks as they were last seen, and comments that were made there."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "task_issues",
        sa.Column("task_id", sa.String(64), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(40), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("description", sa.Text, nullable=False),
        sa.Column("as_of", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("task_id", name="pk_task_issues"),
        sa.ForeignKeyConstraint(
            ["task_id"], ["tasks.task_id"], name="fk_task_issues_task_id_tasks", ondelete="CASCADE"
        ),
    )
    op.add_column("task_comments", sa.Column("github_comment_id", sa.BigInteger))
