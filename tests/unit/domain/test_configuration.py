"""How two versions of a configuration differ."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopfloor.domain.configuration import Difference, differences

TOKEN = {"name": "docs", "command": "npx", "env": {"A": "1"}}
names = st.text(alphabet="abAB_", min_size=1, max_size=3)
leaves = st.none() | st.booleans() | st.integers(0, 3) | st.text(alphabet="ab\n", max_size=3)
servers = st.lists(st.fixed_dictionaries({"name": names, "command": leaves}), unique_by=lambda each: each["name"])
values = leaves | st.lists(leaves, max_size=3) | st.dictionaries(names, leaves, max_size=3) | servers
contents = st.dictionaries(names, values, max_size=4)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"model": None}, {"model": "x"}, [("model", None, "x")]),
        ({"model": None}, {}, []),
        (
            {"env": {"A": "1", "B": "2"}},
            {"env": {"A": "1", "B": "3", "C": ""}},
            [("env.B", "2", "3"), ("env.C", None, "")],
        ),
        ({"limits": None}, {"limits": {"max_tokens": 5, "idle": None}}, [("limits.max_tokens", None, 5)]),
        ({"files": ["a"]}, {"files": ["a", "b"]}, [("files", ["a"], ["a", "b"])]),
        ({"mcp": [TOKEN]}, {"mcp": [{**TOKEN, "env": {"A": "2"}}]}, [("mcp.docs.env.A", "1", "2")]),
        ({"mcp": [TOKEN, {"name": "b"}]}, {"mcp": [TOKEN]}, [("mcp.b", {"name": "b"}, None)]),
        (
            {"mcp": [{"name": "a"}, {"name": "b"}]},
            {"mcp": [{"name": "b"}, {"name": "a"}]},
            [("mcp", [{"name": "a"}, {"name": "b"}], [{"name": "b"}, {"name": "a"}])],
        ),
        ({"files": ["a"]}, {"files": {"a": 1}}, [("files", ["a"], {"a": 1})]),
    ],
)
def test_differences_are_named_down_to_the_smallest_part(
    before: dict[str, Any], after: dict[str, Any], expected: list[tuple[str, Any, Any]]
) -> None:
    assert list(differences(before, after)) == [Difference(*each) for each in expected]


@given(contents)
def test_nothing_differs_from_itself(content: dict[str, Any]) -> None:
    assert differences(content, dict(content)) == ()


@given(contents, contents)
def test_the_way_back_is_the_same_the_other_way_round(before: dict[str, Any], after: dict[str, Any]) -> None:
    back = [Difference(each.field, each.after, each.before) for each in differences(before, after)]
    assert list(differences(after, before)) == back


@given(contents, contents)
def test_every_field_that_changed_is_named(before: dict[str, Any], after: dict[str, Any]) -> None:
    named = {each.field.split(".")[0] for each in differences(before, after)}
    changed = {name for name in {*before, *after} if _bare(before.get(name)) != _bare(after.get(name))}
    assert named >= changed


def _bare(value: Any) -> Any:
    """Without what counts as not there."""
    if isinstance(value, dict):
        value = {name: inner for name, each in value.items() if (inner := _bare(each)) is not None}
    return None if value in ({}, []) else value
