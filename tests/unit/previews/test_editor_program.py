from pathlib import Path

import pytest

from shopfloor.errors import InvalidInput
from shopfloor.previews.editor_program import find_editor

PLACES = {"socket": "/s/x", "folder": "/w", "data": "/h/d"}


def program(folder: Path, name: str) -> str:
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_found_on_the_path(tmp_path: Path) -> None:
    assert find_editor(None, str(tmp_path)) is None
    openvscode = program(tmp_path, "openvscode-server")
    found = find_editor(None, str(tmp_path))
    assert found is not None
    argv = found.argv(**PLACES)
    assert argv[0] == openvscode
    assert argv[argv.index("--socket-path") + 1] == "/s/x"
    code_server = program(tmp_path, "code-server")
    found = find_editor(None, str(tmp_path))
    assert found is not None
    assert found.argv(**PLACES)[0] == code_server
    assert found.argv(**PLACES)[-1] == "/w"
    assert "/h/d/extensions" in found.argv(**PLACES)


def test_named_by_a_setting(tmp_path: Path) -> None:
    path = program(tmp_path, "code-server")
    found = find_editor(f"{path} --locale de", "")
    assert found is not None
    assert found.argv(**PLACES)[1:4] == ["--locale", "de", "--auth"]
    mine = program(tmp_path, "mine")
    found = find_editor(f"{mine} --at {{socket}} '{{folder}} {{data}}'", "")
    assert found is not None
    assert found.argv(**PLACES) == [mine, "--at", "/s/x", "/w /h/d"]
    assert find_editor("not-there {socket}", str(tmp_path)) is None
    with pytest.raises(InvalidInput, match="socket"):
        find_editor(mine, "")
