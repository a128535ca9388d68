from shopfloor.agent_executor.acp_updates import update_from_wire
from shopfloor.agent_executor.terminal_output import TerminalOutput
from shopfloor.domain.agent_updates import AgentUpdate, TextChunk, ToolCallUpdate


def told(output: TerminalOutput, **fields: object) -> AgentUpdate:
    wire = {"sessionUpdate": "tool_call_update", "toolCallId": "c1", **fields}
    update = update_from_wire(wire)
    assert update is not None
    return output.put_into(update, wire)


def piece(text: str) -> dict[str, object]:
    return {"terminal_output_delta": {"data": text, "terminal_id": "c1"}}


def test_pieces_are_put_together() -> None:
    output = TerminalOutput()
    assert told(output, _meta=piece("one ")) == ToolCallUpdate("c1", {"output": "one "})
    assert told(output, _meta=piece("two")) == ToolCallUpdate("c1", {"output": "one two"})
    assert told(output, status="completed") == ToolCallUpdate("c1", {"status": "completed"})


def test_the_protocols_own_output_wins() -> None:
    assert told(TerminalOutput(), rawOutput="whole", _meta=piece("part")) == ToolCallUpdate("c1", {"output": "whole"})


def test_the_end_of_a_flood_is_kept() -> None:
    output = TerminalOutput()
    told(output, _meta=piece("x" * 100_000))
    update = told(output, _meta=piece("the end"))
    assert isinstance(update, ToolCallUpdate)
    assert str(update.changes["output"]).endswith("xthe end")
    assert len(str(update.changes["output"])) == 64 * 1024


def test_other_updates_pass_untouched() -> None:
    chunk = TextChunk("message", "hi")
    assert TerminalOutput().put_into(chunk, {"_meta": piece("x")}) is chunk
