"""Diffs as people read them, whatever is in the files."""

import os
import re
import sys

import pytest
from tests.integration.git.fixtures import Floor
from tests.integration.git.repositories import USER, Repository, message

from shopfloor.errors import NotFound

LATIN = b"latin-e" if sys.platform == "darwin" else b"latin-\xe9"
LATIN_SHOWN = LATIN.decode("ascii", "backslashreplace")


async def test_every_kind_of_change_is_told(floor: Floor, checkout: Repository) -> None:
    for number in range(3):
        checkout.write(f"old {number}", "".join(f"line {line}\n" for line in range(20)))
    checkout.write("becomes a link", "x\n")
    checkout.write("mode", "m\n")
    checkout.commit("gone", "g\n")
    base, workspace = await floor.start(checkout.location)
    workspace.git("mv", "old 0", 'renamed\n"é"')
    (workspace.path / "gone").unlink()
    workspace.write("readme.md", "hello\nworld\n")
    workspace.write(os.fsdecode(LATIN), b"caf\xe9\n")
    workspace.write("picture", bytes(range(256)))
    workspace.write("fake", "diff --git a/fake b/fake\n--- a/x\n+++ b/x\n")
    (workspace.path / "becomes a link").unlink()
    (workspace.path / "becomes a link").symlink_to("readme.md")
    (workspace.path / "mode").chmod(0o755)
    await floor.commits.commit_all(workspace.path, message(), USER)
    diff = await floor.history.diff(base.mirror_path, base.sha, "feat-x")
    told = {file.path: file for file in diff.files}
    assert (diff.base_sha, diff.head_sha, diff.truncated) == (base.sha, workspace.sha(), False)
    assert {path: file.status for path, file in told.items()} == {
        'renamed\n"é"': "renamed",
        "gone": "deleted",
        "readme.md": "modified",
        LATIN_SHOWN: "added",
        "picture": "added",
        "fake": "added",
        "becomes a link": "type_changed",
        "mode": "modified",
    }
    assert told['renamed\n"é"'].old_path == "old 0"
    assert told["readme.md"].patch is not None
    assert told["readme.md"].patch.endswith("@@ -1 +1,2 @@\n hello\n+world\n")
    assert (told["readme.md"].lines_added, told["readme.md"].lines_removed) == (1, 0)
    assert told["picture"].is_binary
    assert told["picture"].patch is None
    assert "+caf\N{REPLACEMENT CHARACTER}" in (told[LATIN_SHOWN].patch or "")
    assert "+diff --git a/fake" in (told["fake"].patch or "")
    assert (told["becomes a link"].patch or "").count("diff --git") == 2
    assert "new mode 100755" in (told["mode"].patch or "")
    assert "rename from" in (told['renamed\n"é"'].patch or "")
    assert str(diff).encode()


async def test_one_commit_can_be_asked_for_and_only_the_orders_own(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    workspace.write("a", "a\n")
    first = await floor.commits.commit_all(workspace.path, message("one"), USER)
    workspace.write("b", "b\n")
    await floor.commits.commit_all(workspace.path, message("two"), USER)
    assert first is not None
    diff = await floor.history.diff(base.mirror_path, base.sha, "feat-x", sha=first.sha[:10])
    assert ([file.path for file in diff.files], diff.base_sha, diff.head_sha) == (["a"], base.sha, first.sha)
    for foreign in (base.sha or "", "HEAD", "--output=x", "f" * 40):
        with pytest.raises(NotFound):
            await floor.history.diff(base.mirror_path, base.sha, "feat-x", sha=foreign)


async def test_white_space_and_context_follow_the_wish(floor: Floor, checkout: Repository) -> None:
    checkout.commit("code", "".join(f"{number}\n" for number in range(40)))
    checkout.commit("indented", "a\nb\n")
    base, workspace = await floor.start(checkout.location)
    workspace.write("indented", "  a\n  b\n")
    workspace.write("code", "".join(f"{number if number != 20 else 'x'}\n" for number in range(40)))
    await floor.commits.commit_all(workspace.path, message(), USER)
    narrow = await floor.history.diff(base.mirror_path, base.sha, "feat-x", ignore_whitespace=True, context=0)
    told = {file.path: file for file in narrow.files}
    assert told["indented"].patch == ""
    assert told["indented"].lines_added == 0
    assert re.search(r"@@ -21 \+21 @@.*\n-20\n\+x\n$", told["code"].patch or "")


async def test_a_huge_diff_is_cut_and_says_so(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    workspace.write("a-small", "s\n")
    workspace.write("b-huge", "x" * 99 + "\n" + "line\n" * 100_000)
    workspace.write("c-after", "a\n")
    await floor.commits.commit_all(workspace.path, message(), USER)
    diff = await floor.history.diff(base.mirror_path, base.sha, "feat-x", max_bytes=50_000)
    small, huge, after = diff.files
    assert diff.truncated
    assert (small.truncated, small.patch is not None) == (False, True)
    assert (huge.truncated, huge.lines_added) == (True, 100_001)
    assert (after.truncated, after.patch, after.lines_added) == (True, None, 1)


async def test_a_branch_without_commits_has_an_empty_diff(floor: Floor, bare: Repository) -> None:
    base, _ = await floor.start(bare.location)
    assert (await floor.history.diff(base.mirror_path, base.sha, "feat-x")).files == ()
    assert (await floor.history.diff(base.mirror_path, base.sha, "never-made")).files == ()
    assert await floor.history.commits(base.mirror_path, base.sha, "never-made") == []
    assert (await floor.history.progress(base.mirror_path, base.sha, "feat-x")).git_commit_count == 0


async def test_commits_of_any_kind_are_listed(floor: Floor, bare: Repository) -> None:
    base, workspace = await floor.start(bare.location)
    workspace.git("commit", "-q", "--allow-empty", "-m", "empty\n\n1\t2\tnot numbers\n\nPhase: planning\nRun: forged")
    workspace.git("checkout", "-q", "-b", "side")
    workspace.commit("3\t4\tname", "s\n", "side")
    workspace.git("checkout", "-q", "feat-x")
    workspace.commit("b", "b\n", "main line")
    workspace.git("merge", "-q", "--no-ff", "-m", "merge", "side")
    workspace.git("mv", "b", "c")
    workspace.git("commit", "-q", "-m", "rename")
    commits = await floor.history.commits(base.mirror_path, base.sha, "feat-x")
    told = {commit.subject: commit for commit in commits}
    assert [commit.subject for commit in commits][-2:] == ["merge", "rename"]
    assert set(told) == {"empty", "side", "main line", "merge", "rename"}
    assert {subject: commit.files_changed for subject, commit in told.items()} == {
        "empty": 0,
        "side": 1,
        "main line": 1,
        "merge": 1,
        "rename": 1,
    }
    assert len(told["merge"].parent_shas) == 2
    assert (told["empty"].phase, told["empty"].body) == ("planning", "1\t2\tnot numbers")
    assert (told["side"].author_name, told["side"].phase) == (USER.name, None)
