import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopfloor.command_loader.command_file import CommandFile, parse_command_file, render
from shopfloor.command_loader.command_loader import builtin_command, builtin_names
from shopfloor.errors import CommandFileInvalid

PATH = ".claude/commands/x.md"


def parse(text: str | bytes) -> CommandFile:
    return parse_command_file("x", PATH, text.encode() if isinstance(text, str) else text)


def command(body: str) -> CommandFile:
    return CommandFile("x", PATH, body, is_builtin=False)


def test_front_matter_and_body() -> None:
    parsed = parse(
        "---\ndescription: Fix it: now\nargument-hint: [issue] [priority]\nmodel: opus\n"
        "allowed-tools: Read, Bash(git diff:*)\nunknown: 1\n---\n\n# Do $1\n"
    )
    assert parsed.description == "Fix it: now"
    assert parsed.argument_hint == "[issue] [priority]"
    assert parsed.model == "opus"
    assert parsed.allowed_tools == ("Read", "Bash(git diff:*)")
    assert parsed.body == "# Do $1\n"


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("just text", "just text\n"),
        ("\ufeff---\r\nmodel: a\r\n---\r\ntext\r\n", "text\n"),
        ("---\n---\ntext\n\n---\nmore", "text\n\n---\nmore\n"),
        ("text\n---\nmodel: a\n---\n", "text\n---\nmodel: a\n---\n"),
        ("---\nallowed-tools:\n  - Read\ndescription: |\n  two\n  lines\n---\nx", "x\n"),
    ],
)
def test_files_that_are_right(text: str, body: str) -> None:
    assert parse(text).body == body


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (b"", 1, "no text"),
        (b"---\nmodel: a\n---\n \n", 5, "no text"),
        (b"ok\n\xff\xfe", 2, "not UTF-8"),
        (b"ok\n\nnul \x00", 3, "NUL"),
        (b"---\nmodel: a\ntext", 1, "never closed"),
        (b"---\nmodel: a\nmodel: b: c\n---\nx", 3, "not valid YAML"),
        (b"---\n- a\n---\nx", 2, "`name: value`"),
        (b"---\ndescription:\n  a: b\n---\nx", 2, "`description` must be text"),
        (b"---\nmodel: a\nallowed-tools: 7\n---\nx", 3, "`allowed-tools` must be a list"),
        (b"x" * (256 * 1024 + 1), 1, "larger than 256 KiB"),
    ],
)
def test_files_that_are_wrong_are_refused_with_file_line_and_reason(content: bytes, line: int, reason: str) -> None:
    with pytest.raises(CommandFileInvalid) as caught:
        parse(content)
    assert PATH in caught.value.message
    assert f"(line {line})" in caught.value.message
    assert reason in caught.value.message


@pytest.mark.parametrize(
    ("body", "arguments", "expected"),
    [
        ("Do $ARGUMENTS now", "this thing", "Do this thing now"),
        ("$1 and $2 and $3.", "a b", "a and b and ."),
        ("$1 costs $10 or $ARGUMENTSX", "tea", "tea costs $10 or $ARGUMENTSX"),
        ("Say: $ARGUMENTS", "$1 $ARGUMENTS", "Say: $1 $ARGUMENTS"),
        ("in $HOME: $ARGUMENTS", "x", "in $HOME: x"),
        ("No place.\n", "do it", "No place.\n\ndo it\n"),
        ("No place.\n", "  ", "No place.\n"),
    ],
)
def test_rendering(body: str, arguments: str, expected: str) -> None:
    assert render(command(body), arguments) == expected


def test_rendering_with_given_words_and_variables() -> None:
    body = "$1|$2|$PLAN_PATH|$ARGUMENTS|$OTHER"
    prompt = render(command(body), "a b", positional=["one two"], variables={"PLAN_PATH": "$1.md"})
    assert prompt == "one two||$1.md|a b|$OTHER"


@given(st.text())
def test_arguments_are_put_in_as_they_are(arguments: str) -> None:
    assert render(command("<$ARGUMENTS>"), arguments) == f"<{arguments}>"


@given(st.binary(max_size=200))
def test_any_bytes_are_a_command_or_a_clear_error(content: bytes) -> None:
    with contextlib.suppress(CommandFileInvalid):
        assert parse(b"---\n" + content).body.strip()


def test_our_own_commands_have_a_place_for_all_they_need() -> None:
    assert list(builtin_names()) == [f"agent_workflow_{name}" for name in ("build", "plan", "review", "test")]
    needs = {"build": ["$PLAN_PATH"], "plan": ["$PLAN_PATH"], "test": ["$PLAN_PATH", "$RESULTS_PATH"], "review": []}
    for name, variables in needs.items():
        found = builtin_command(f"agent_workflow_{name}")
        assert found is not None
        assert found.is_builtin
        assert found.description
        prompt = render(found, "THE TASK", variables={"PLAN_PATH": "p.md", "RESULTS_PATH": "r.md"})
        assert "\n\nTHE TASK\n\n" in prompt
        assert "$" not in prompt
        assert all(variable in found.body for variable in variables)
