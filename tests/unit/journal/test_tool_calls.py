from shopfloor.domain.agent_updates import ToolCallUpdate
from shopfloor.domain.redaction import Redactor
from shopfloor.event_journal.tool_calls import FIELD_SIZE, ToolCalls


def calls() -> ToolCalls:
    return ToolCalls(Redactor())


def test_updates_of_a_call_are_merged() -> None:
    tools = calls()
    assert tools.merge(ToolCallUpdate("t1", {"title": "ls", "status": "pending"}))
    assert tools.tell("t1", 0.0) == {"tool_call_id": "t1", "title": "ls", "status": "pending"}
    assert tools.merge(ToolCallUpdate("t1", {"status": "completed", "output": "README"}))
    assert tools.tell("t1", 0.1) == {"tool_call_id": "t1", "title": "ls", "status": "completed", "output": "README"}
    assert tools.count == 1


def test_growing_output_is_told_now_and_then() -> None:
    tools = calls()
    tools.merge(ToolCallUpdate("t1", {"status": "in_progress"}))
    tools.tell("t1", 10.0)
    assert not tools.merge(ToolCallUpdate("t1", {"output": "a"}))
    assert tools.due(10.1) == []
    assert tools.with_news() == ["t1"]
    assert tools.due(10.3) == ["t1"]
    tools.tell("t1", 10.3)
    assert tools.with_news() == []


def test_large_output_is_cut_and_marked_until_it_is_small_again() -> None:
    tools = calls()
    tools.merge(ToolCallUpdate("t1", {"output": "x" * 200_000}))
    told = tools.tell("t1", 0.0)
    assert told["truncated"]
    assert len(told["output"]) <= FIELD_SIZE
    tools.merge(ToolCallUpdate("t1", {"output": "short"}))
    assert tools.tell("t1", 0.0) == {"tool_call_id": "t1", "output": "short"}


def test_a_turn_of_many_calls_remembers_the_latest() -> None:
    tools = calls()
    for number in range(1000):
        tools.merge(ToolCallUpdate(f"t{number}", {"status": "completed"}))
        tools.tell(f"t{number}", 0.0)
    assert tools.count == 1000
    assert not tools.knows("t0")
    assert tools.knows("t999")
