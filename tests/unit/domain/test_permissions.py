"""What a policy lets an agent do, and which option an answer means."""

from typing import Any

import pytest

from shopfloor.domain.agent_updates import PermissionOption, PermissionRequest
from shopfloor.domain.permissions import Decision, chosen_option, decide, remembered_as
from shopfloor.domain.work_order import PermissionPolicy

WORKSPACE = "/work/space"
ONCE = PermissionOption("yes", "Allow", "allow_once")
ALWAYS = PermissionOption("yes!", "Always", "allow_always")
REJECT = PermissionOption("no", "Reject", "reject_once")


def asks(kind: str | None = None, *paths: str, **tool_call: Any) -> PermissionRequest:
    call = {"kind": kind, "locations": [{"path": path} for path in paths], **tool_call}
    return PermissionRequest("pm-1", "Do it", (ONCE, REJECT), call)


@pytest.mark.parametrize("kind", ["read", "edit", "execute", "other", None])
def test_allow_all_deny_and_ask_make_no_difference_between_kinds(kind: str | None) -> None:
    assert decide(PermissionPolicy.ALLOW_ALL, asks(kind), WORKSPACE) is Decision.ALLOW
    assert decide(PermissionPolicy.DENY, asks(kind), WORKSPACE) is Decision.REJECT
    assert decide(PermissionPolicy.ASK, asks(kind), WORKSPACE) is Decision.ASK


@pytest.mark.parametrize(
    ("request_", "decision"),
    [
        (asks("edit", "/work/space/a.py"), Decision.ALLOW),
        (asks("edit", "a.py", "src/b.py"), Decision.ALLOW),
        (asks("edit", rawInput={"file_path": "/work/space/a.py"}), Decision.ALLOW),
        (asks("edit", content=[{"type": "diff", "path": "a.py"}]), Decision.ALLOW),
        (asks("delete", "a.py"), Decision.ALLOW),
        (asks("move", "a.py", "b.py"), Decision.ALLOW),
        (asks("read"), Decision.ALLOW),
        (asks("search", "src"), Decision.ALLOW),
        (asks("edit"), Decision.ASK),
        (asks("edit", "/work/spacecraft/a.py"), Decision.ASK),
        (asks("edit", "../a.py"), Decision.ASK),
        (asks("edit", "/work/space/../../etc/passwd"), Decision.ASK),
        (asks("edit", "a.py", "/etc/passwd"), Decision.ASK),
        (asks("read", "/etc/passwd"), Decision.ASK),
        (asks("edit", "a.py", rawInput={"path": "/etc/passwd"}), Decision.ASK),
        (asks("execute"), Decision.ASK),
        (asks("fetch"), Decision.ASK),
        (asks("other", "a.py"), Decision.ASK),
        (asks(None, "a.py"), Decision.ASK),
    ],
)
def test_allow_edits_means_files_inside_the_workspace(request_: PermissionRequest, decision: Decision) -> None:
    assert decide(PermissionPolicy.ALLOW_EDITS, request_, WORKSPACE) is decision


@pytest.mark.parametrize(
    ("answer", "option"),
    [
        ("yes", ONCE),
        ("allow_once", ONCE),
        ("once", ONCE),
        ("always", ALWAYS),
        ("allow_always", ALWAYS),
        ("reject", REJECT),
        ("deny", REJECT),
        ("never", REJECT),
        ("whatever", None),
        ("allow_never", None),
    ],
)
def test_an_answer_names_an_option(answer: str, option: PermissionOption | None) -> None:
    assert chosen_option(answer, (ONCE, ALWAYS, REJECT)) == option


def test_always_is_not_more_than_was_offered() -> None:
    assert chosen_option("always", (ONCE, REJECT)) == ONCE
    assert chosen_option("allow_always", (ONCE, REJECT)) is None


def test_always_is_about_a_kind_of_tool_or_else_about_the_question() -> None:
    assert remembered_as(asks("execute")) == "execute"
    assert remembered_as(asks("other")) == remembered_as(asks(None)) == "other:Do it"
