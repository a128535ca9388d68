"""The pre-receive hook of the simulator's repositories: refuses what GitHub refuses, in its words.

What the report about a ref is to say is written into the file that the server names: git itself only knows
`pre-receive hook declined`.
"""

import os
import subprocess
import sys

_NOTHING = "0" * 40
_MEGABYTE = 1024 * 1024


def main() -> int:
    updates = [line.split() for line in sys.stdin]
    for old, new, ref in updates:
        reason = _protected(ref) or (_refused(old, new) if new != _NOTHING else None)
        if reason is not None:
            with open(os.environ["SIMULATOR_REASON_FILE"], "w") as file:
                file.write(reason)
            return 1
    return 0


def _refused(old: str, new: str) -> str | None:
    return _too_large(new) or _workflow(old, new) or _secret(new)


def _secret(new: str) -> str | None:
    unwanted = os.environ["SIMULATOR_PUSH_PROTECTION"]
    if not unwanted or unwanted not in _git("log", "-p", new, "--not", "--all"):
        return None
    _say(
        "error: GH013: Repository rule violations found for the branch.",
        "- GITHUB PUSH PROTECTION",
        "Push cannot contain secrets",
    )
    return "push declined due to repository rule violations"


def _protected(ref: str) -> str | None:
    for line in os.environ["SIMULATOR_PROTECTED"].splitlines():
        branch, _, why = line.partition("\t")
        if ref == f"refs/heads/{branch}":
            _say(f"error: GH006: Protected branch update failed for {ref}.", f"error: {why}")
            return "protected branch hook declined"
    return None


def _too_large(new: str) -> str | None:
    limit = int(os.environ["SIMULATOR_MAX_FILE_BYTES"])
    objects = _git("rev-list", "--objects", new, "--not", "--all")
    sizes = _git("cat-file", "--batch-check=%(objecttype) %(objectsize) %(rest)", text=objects)
    for line in sizes.splitlines():
        kind, size, name = (*line.split(" ", 2), "")[:3]
        if kind == "blob" and int(size) > limit:
            _say(
                "error: Trace: 5e1f0b7c7a0e4c7c8b5b",
                "error: See https://gh.io/lfs for more information.",
                f"error: File {name} is {int(size) / _MEGABYTE:.2f} MB; this exceeds GitHub's file size limit of "
                f"{limit / _MEGABYTE:.2f} MB",
                "error: GH001: Large files detected. You may want to try Git Large File Storage - https://git-lfs.github.com.",
            )
            return "pre-receive hook declined"
    return None


def _workflow(old: str, new: str) -> str | None:
    if os.environ["SIMULATOR_MAY_CHANGE_WORKFLOWS"] == "1":
        return None
    known = [] if old == _NOTHING else [old]
    names = _git("log", "--format=", "--name-only", new, "--not", "--all", *known, "--", ".github/workflows")
    if not names.strip():
        return None
    return (
        f"refusing to allow a Personal Access Token to create or update workflow `{names.split()[0]}` "
        "without `workflow` scope"
    )


def _git(*arguments: str, text: str = "") -> str:
    done = subprocess.run(["git", *arguments], input=text, capture_output=True, text=True, check=True)
    return done.stdout


def _say(*lines: str) -> None:
    for line in lines:
        print(line, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
