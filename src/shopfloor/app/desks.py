"""What runs and reviews share: who may wait, ask, be stopped and speak to issues."""

from dataclasses import dataclass

from shopfloor.app.outlets import Outlets
from shopfloor.app.state import State
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.settings import Settings
from shopfloor.workflow_engine.issue_desk import IssueDesk
from shopfloor.workflow_engine.patience import Patience
from shopfloor.workflow_engine.permission_desk import PermissionDesk
from shopfloor.workflow_engine.retry_rule import RetryRule
from shopfloor.workflow_engine.stop_board import StopBoard


@dataclass(frozen=True, slots=True)
class Desks:
    retry_rule: RetryRule
    patience: Patience
    permissions: PermissionDesk
    issues: IssueDesk
    stops: StopBoard


def assemble_desks(state: State, outlets: Outlets, settings: Settings) -> Desks:
    rule = RetryRule(settings.turn_attempts, settings.retry_delay_seconds)
    patience = Patience(store=state.store, rule=rule)
    issues = IssueDesk(
        store=state.store,
        issues=outlets.issues,
        patience=patience,
        redactor=state.redactor,
        comments=lambda: state.preferences.current.comment_on_issues,
        order_url=lambda order_id: _order_url(settings, order_id),
    )
    permissions = PermissionDesk(store=state.store, journal=state.journal, seconds=settings.permission_seconds)
    return Desks(rule, patience, permissions, issues, StopBoard())


def _order_url(settings: Settings, order_id: AgentWorkOrderId) -> str | None:
    """Only where others can reach it: a link to one's own machine means nothing to them."""
    return f"{settings.public_url.rstrip('/')}/orders/{order_id}" if settings.public_url else None
