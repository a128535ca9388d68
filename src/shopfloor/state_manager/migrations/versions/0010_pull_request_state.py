"""An order remembers how far its pull request is; those on this machine are known already."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_KNOWN = """
UPDATE agent_work_orders SET pull_request_state = (
    SELECT CASE WHEN state = 'open' AND is_draft THEN 'draft' ELSE state END
    FROM pull_requests
    WHERE pull_requests.repository_key = agent_work_orders.repository_key
    AND pull_requests.pull_request_number = agent_work_orders.pull_request_number
)
"""


def upgrade() -> None:
    op.add_column("agent_work_orders", sa.Column("pull_request_state", sa.String(40)))
    op.execute(_KNOWN)
