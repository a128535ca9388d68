"""What is read from git's output and files without git."""

import asyncio
from pathlib import Path

import pytest

from shopfloor.git_operations.file_lock import NamedLocks
from shopfloor.git_operations.numstat import read_numstat, sum_up
from shopfloor.git_operations.refs import is_branch_name_taken, read_ref
from shopfloor.git_operations.runner import gist_of, parse_git_version

SHA, OTHER = "1" * 40, "2" * 40


def test_numbers_of_odd_files_are_read() -> None:
    files = read_numstat(b"1\t2\ta\tb\nc\0-\t-\tpicture\x000\t0\t\0old\xe9\0new\x003\t0\tlast\0")
    assert [(file.old_path, file.path, file.is_binary) for file in files] == [
        (None, "a\tb\nc", False),
        (None, "picture", True),
        ("old\\xe9", "new", False),
        (None, "last", False),
    ]
    numbers = sum_up(files)
    assert (numbers.files_changed, numbers.lines_added, numbers.lines_removed) == (4, 4, 2)


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("git version 2.39.5", (2, 39, 5)),
        ("git version 2.39.5 (Apple Git-154)", (2, 39, 5)),
        ("git version 2.50.0.windows.1", (2, 50, 0)),
        ("git version 2.38.rc1", (2, 38)),
        ("nonsense", (0,)),
    ],
)
def test_versions(text: str, version: tuple[int, ...]) -> None:
    assert parse_git_version(text) == version


def test_the_gist_of_an_error_has_the_reason_and_no_credentials() -> None:
    told = b"hint: try\nwarning: x\nfatal: unable to access 'https://ada:secret@h/x': no\nerror: second\n"
    assert gist_of(told) == "unable to access 'https://h/x': no; second"
    assert gist_of(b"something odd\n") == "something odd"


def test_refs_are_read_from_files_and_packs(tmp_path: Path) -> None:
    (tmp_path / "refs/heads/feat").mkdir(parents=True)
    (tmp_path / "refs/heads/feat/x").write_text(f"{SHA}\n")
    (tmp_path / "refs/heads/link").write_text("ref: refs/heads/packed\n")
    (tmp_path / "refs/heads/broken").write_text("")
    (tmp_path / "packed-refs").write_text(
        f"# pack-refs with: peeled fully-peeled sorted \n{SHA} refs/heads/feat/x\n{OTHER} refs/heads/packed\n"
        f"{SHA} refs/tags/v1\n^{OTHER}\n"
    )
    assert read_ref(tmp_path, "refs/heads/feat/x") == SHA
    assert read_ref(tmp_path, "refs/heads/packed") == OTHER
    assert read_ref(tmp_path, "refs/heads/link") == OTHER
    assert read_ref(tmp_path, "refs/tags/v1") == SHA
    for absent in ("refs/heads/feat", "refs/heads/pack", "refs/heads/feat/x/y", "refs/heads/broken", "heads/packed"):
        assert read_ref(tmp_path, absent) is None


def test_an_absent_repository_takes_no_name(tmp_path: Path) -> None:
    assert not is_branch_name_taken(tmp_path / "nowhere", "a/b")


async def test_a_lock_lets_one_in_at_a_time_also_between_instances(tmp_path: Path) -> None:
    inside, most = 0, 0

    async def work(locks: NamedLocks) -> None:
        nonlocal inside, most
        async with locks.held(tmp_path / "a.lock"):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1

    one, other = NamedLocks(), NamedLocks()
    await asyncio.gather(*(work(locks) for locks in (one, other, one, other)))
    assert (inside, most) == (0, 1)
