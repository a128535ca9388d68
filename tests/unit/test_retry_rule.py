import pytest

from shopfloor.domain.work_order import ErrorCategory
from shopfloor.errors import AgentCrashed, AgentError, AgentReportedError, ModelUnavailable, RateLimited
from shopfloor.workflow_engine.retry_rule import RetryRule

RULE = RetryRule(4, 1.0, chance=lambda: 0.0)


@pytest.mark.parametrize(
    ("attempt", "error", "delay"),
    [
        (1, ModelUnavailable("x"), 1.0),
        (2, ModelUnavailable("x"), 2.0),
        (3, ModelUnavailable("x"), 4.0),
        (4, ModelUnavailable("x"), None),
        (1, RateLimited("x", retry_after_seconds=30.0), 30.0),
        (1, RateLimited("x", retry_after_seconds=3600.0), None),
        (1, AgentReportedError("x", category=ErrorCategory.PERSISTENT), None),
        (1, AgentReportedError("x", category=ErrorCategory.FATAL), None),
        (1, AgentCrashed("x"), None),
    ],
)
def test_only_what_passes_is_tried_again(attempt: int, error: AgentError, delay: float | None) -> None:
    assert RULE.delay_after(attempt, error) == delay


def test_waits_are_spread_and_end_somewhere() -> None:
    early = RetryRule(10, 1.0, chance=lambda: 1.0)
    assert early.delay_after(3, ModelUnavailable("x")) == 2.0
    assert RULE.delay_after(3, ModelUnavailable("x")) == 4.0
    assert RetryRule(10, 30.0, chance=lambda: 0.0).delay_after(9, ModelUnavailable("x")) == 60.0
    assert early.delay_after(1, RateLimited("x", retry_after_seconds=30.0)) == 30.5
