from pathlib import Path

import pytest

from shopfloor.domain.copy_patterns import check_pattern
from shopfloor.errors import InvalidInput
from shopfloor.sandbox_manager.files_to_copy import matching_files
from shopfloor.sandbox_manager.inside_paths import parts_of


@pytest.mark.parametrize(
    ("path", "parts"), [("", []), (".", []), ("a//b/./c/", ["a", "b", "c"]), ("..a/b..", ["..a", "b.."])]
)
def test_a_path_is_its_names(path: str, parts: list[str]) -> None:
    assert parts_of(path) == parts


@pytest.mark.parametrize("path", ["/a", "..", "a/../b", "a/..", "\0", "a/\0"])
def test_a_path_that_could_leave_is_refused(path: str) -> None:
    with pytest.raises(InvalidInput):
        parts_of(path)


@pytest.mark.parametrize("pattern", ["/a", "..", "a/../*", "", "x\0"])
def test_a_pattern_that_could_leave_is_refused(pattern: str) -> None:
    with pytest.raises(InvalidInput):
        check_pattern(pattern)


def test_patterns_name_files_and_folders_but_no_links_and_not_git(tmp_path: Path) -> None:
    for path in (".env", "a/b/x.local", "certs/one", "certs/two/three", ".git/config", "a/.git/x.local", "other"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("")
    (tmp_path / "link.local").symlink_to("/etc/passwd")
    (tmp_path / "certs" / "link").symlink_to("/etc")
    found = matching_files(tmp_path, [".env", "**/*.local", "certs", ".git", ".git/*", "missing"])
    assert found == [".env", "a/b/x.local", "certs/one", "certs/two/three"]
