"""What git thinks of files, read from what it says of a tree."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from shopfloor.domain.file_states import FileStates

_PATHS = st.lists(st.sampled_from("ab"), min_size=1, max_size=4).map("/".join)
_STATES = st.dictionaries(
    st.tuples(_PATHS, st.sampled_from(["", "/"])).map("".join), st.sampled_from(["modified", "untracked", "ignored"])
)


def test_own_state_goes_before_that_of_the_folder_and_of_what_lies_in_it() -> None:
    states = FileStates({"src/a.py": "modified", "new/": "untracked", "build/": "ignored", "docs/x": "ignored"})
    assert states.of("src/a.py", is_folder=False) == "modified"
    assert states.of("src", is_folder=True) == "modified"
    assert states.of("src/b.py", is_folder=False) is None
    assert states.of("new", is_folder=True) == states.of("new/deep/file", is_folder=False) == "untracked"
    assert states.of("build", is_folder=True) == "ignored"
    assert states.of("docs", is_folder=True) is None


@given(_STATES, _PATHS, st.booleans())
def test_the_quick_answer_is_the_plain_one(states: dict[str, str], path: str, is_folder: bool) -> None:
    assert FileStates(states).of(path, is_folder=is_folder) == _plainly(states, path, is_folder)


def _plainly(states: Mapping[str, str], path: str, is_folder: bool) -> str | None:
    if path in states:
        return states[path]
    around = [name for name in states if name.endswith("/") and f"{path}/".startswith(name)]
    if around:
        return states[max(around, key=len)]
    inside = [state for name, state in states.items() if name.startswith(f"{path}/")]
    return "modified" if is_folder and any(state != "ignored" for state in inside) else None
