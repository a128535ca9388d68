from shopfloor.domain.agent_choices import AgentChoices, DefaultChoices, resolve_choices
from shopfloor.domain.turn_limits import TurnLimits, merged_limits

PROJECT = DefaultChoices("claude", AgentChoices("opus", "high"))
USER = DefaultChoices("claude", AgentChoices("sonnet", "low", "plan"))


def test_the_order_comes_before_the_project_before_the_user() -> None:
    assert resolve_choices("claude", AgentChoices("haiku"), [PROJECT, USER]) == AgentChoices("haiku", None, "plan")
    assert resolve_choices("claude", AgentChoices(), [PROJECT, USER]) == AgentChoices("opus", "high", "plan")
    assert resolve_choices("claude", AgentChoices(), [USER]) == AgentChoices("sonnet", "low", "plan")


def test_defaults_of_another_agent_are_not_heard() -> None:
    assert resolve_choices("codex", AgentChoices(), [PROJECT, USER]) == AgentChoices()
    assert resolve_choices("codex", AgentChoices(mode="ask"), [PROJECT, USER]) == AgentChoices(mode="ask")


def test_an_effort_chosen_for_another_model_is_not_heard() -> None:
    assert resolve_choices("claude", AgentChoices("sonnet"), [PROJECT, USER]).reasoning_effort == "low"
    any_model = DefaultChoices("claude", AgentChoices(reasoning_effort="medium"))
    assert resolve_choices("claude", AgentChoices("haiku"), [any_model]).reasoning_effort == "medium"


def test_each_limit_comes_from_the_first_that_has_one() -> None:
    assert merged_limits([None, TurnLimits()]) is None
    merged = merged_limits([TurnLimits(max_tokens=5), None, TurnLimits(max_tokens=9, turn_seconds=1.0)])
    assert merged == TurnLimits(max_tokens=5, turn_seconds=1.0)
