"""`shopfloor prompts`."""

from collections.abc import Callable
from typing import Any

from click.testing import Result
from tests.unit.cli.fake_floor import ORDER_ID, FakeFloor

Command = Callable[..., Result]
PROMPTS = f"agent-work-orders/{ORDER_ID}/prompts"


def a_prompt(number: int, **changes: Any) -> dict[str, Any]:
    return {
        "prompt_id": f"pr-{number}",
        "prompt_text": f"Do {number}",
        "status": "queued",
        "position": number,
        "author": None,
        "intent": "work",
        "created_at": "2025-01-01T10:00:00Z",
        "sent_at": None,
        "answered_at": None,
    } | changes


def page(*prompts: dict[str, Any]) -> dict[str, Any]:
    return {"prompts": list(prompts), "total_count": len(prompts), "has_more": False}


def test_prompts_are_listed_with_what_became_of_them(shopfloor: Command, floor: FakeFloor) -> None:
    answered = a_prompt(1, status="answered", sent_at="2025-01-01T10:00:00Z")
    floor.answers_to(f"GET {PROMPTS}", page(answered, a_prompt(2)))
    lines = shopfloor("prompts", ORDER_ID).stdout.splitlines()
    assert [line.split()[:4] for line in lines[1:]] == [
        ["1", "pr-1", "answered", "Do"],
        ["2", "pr-2", "queued", "Do"],
    ]


def test_a_waiting_prompt_is_edited_by_its_number(shopfloor: Command, floor: FakeFloor) -> None:
    floor.answers_to(f"GET {PROMPTS}", page(a_prompt(1), a_prompt(2)))
    floor.answers_to(f"PATCH {PROMPTS}/pr-2", a_prompt(2, prompt_text="Better"))
    result = shopfloor("prompts", "edit", ORDER_ID, "2", "Better")
    assert floor.sent(f"PATCH {PROMPTS}/pr-2") == [{"prompt_text": "Better"}]
    assert "Better" in result.stdout


def test_a_waiting_prompt_is_withdrawn_by_its_id(shopfloor: Command, floor: FakeFloor) -> None:
    floor.answers_to(f"GET {PROMPTS}", page(a_prompt(1)))
    floor.answers_to(f"DELETE {PROMPTS}/pr-1", None, status=204)
    assert "withdrawn" in shopfloor("prompts", "withdraw", ORDER_ID, "pr-1").stdout
    assert shopfloor("prompts", "withdraw", ORDER_ID, "7").exit_code == 2
