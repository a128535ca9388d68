import pytest

from shopfloor.agent_executor.demo_agent.directives import directives_for, split_path, without_directives

REQUEST = "Add it\ndemo: say a\n  Demo(plan): say p\n- demo(test): SAY  t \r\ndemo:write x y\nno demo: say z\n"


@pytest.mark.parametrize(
    ("phase", "is_follow_up", "expected"),
    [
        ("planning", False, [("say", "p")]),
        ("implementing", False, [("say", "a"), ("write", "x y")]),
        ("testing", False, [("say", "t")]),
        ("testing", True, [("say", "a"), ("say", "t"), ("write", "x y")]),
        ("completed", False, [("say", "a"), ("write", "x y")]),
    ],
)
def test_lines_act_in_their_phase(phase: str, is_follow_up: bool, expected: list[tuple[str, str]]) -> None:
    found = directives_for(REQUEST, phase, is_follow_up=is_follow_up)
    assert [(directive.verb, directive.rest) for directive in found] == expected


def test_what_remains_is_the_task() -> None:
    assert without_directives(REQUEST) == "Add it\nno demo: say z"


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("a.txt hello  you", ("a.txt", "hello  you")),
        ('"a b.txt" hello', ("a b.txt", "hello")),
        ("'a b.txt'", ("a b.txt", "")),
        ("a.txt", ("a.txt", "")),
        ("", ("", "")),
    ],
)
def test_a_path_may_be_quoted(rest: str, expected: tuple[str, str]) -> None:
    assert split_path(rest) == expected
