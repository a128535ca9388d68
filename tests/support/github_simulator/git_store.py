"""The bare repositories behind the simulator, and what GitHub itself does in them."""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

_HOOK = Path(__file__).with_name("pre_receive.py")
ENVIRONMENT = {
    "PATH": os.environ.get("PATH", os.defpath),
    "LANG": "C.UTF-8",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_TERMINAL_PROMPT": "0",
}


class MergeImpossible(Exception):
    pass


@dataclass(frozen=True, slots=True)
class Identity:
    name: str
    email: str


class GitStore:
    def create(self, path: Path, default_branch: str) -> None:
        path.mkdir(parents=True)
        self.run(path, "init", "-q", "--bare", f"--initial-branch={default_branch}")
        for name, value in (("http.receivepack", "true"), ("gc.auto", "0"), ("uploadpack.allowAnySHA1InWant", "true")):
            self.run(path, "config", name, value)
        hook = path / "hooks" / "pre-receive"
        hook.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I -S "{_HOOK}"\n')
        hook.chmod(0o755)

    def run(self, path: Path, *arguments: str, environment: dict[str, str] | None = None, text: str = "") -> str:
        done = subprocess.run(
            ["git", *arguments],
            cwd=path,
            env={**ENVIRONMENT, **(environment or {})},
            input=text.encode(),
            capture_output=True,
            check=True,
        )
        return done.stdout.decode(errors="replace").rstrip("\n")

    def succeeds(self, path: Path, *arguments: str) -> bool:
        done = subprocess.run(["git", *arguments], cwd=path, env=ENVIRONMENT, capture_output=True, check=False)
        return done.returncode == 0

    def sha(self, path: Path, name: str) -> str | None:
        try:
            return self.run(path, "rev-parse", "-q", "--verify", f"{name}^{{commit}}")
        except subprocess.CalledProcessError:
            return None

    def branches(self, path: Path) -> dict[str, str]:
        """By name, in its order."""
        lines = self.run(path, "for-each-ref", "--format=%(objectname) %(refname:lstrip=2)", "refs/heads").splitlines()
        return {name: sha for sha, _, name in (line.partition(" ") for line in lines)}

    def commit_files(self, path: Path, branch: str, files: dict[str, str], message: str, author: Identity) -> str:
        """A commit as somebody makes one in the browser; a branch that is not there starts anew."""
        parent = self.sha(path, f"refs/heads/{branch}")
        with tempfile.NamedTemporaryFile(prefix="simulator-index-") as index:
            environment = {"GIT_INDEX_FILE": index.name + ".new", **_identity(author)}
            if parent is not None:
                self.run(path, "read-tree", parent, environment=environment)
            for name, content in files.items():
                blob = self.run(path, "hash-object", "-w", "--stdin", text=content)
                self.run(path, "update-index", "--add", "--cacheinfo", f"100644,{blob},{name}", environment=environment)
            tree = self.run(path, "write-tree", environment=environment)
            Path(index.name + ".new").unlink()
        return self._commit(path, branch, tree, [parent] if parent else [], message, author)

    def copy_branches(self, source: Path, target: Path) -> None:
        if self.branches(source):
            self.run(target, "fetch", "-q", str(source), "+refs/heads/*:refs/heads/*")

    def fetch(self, source: Path, target: Path, refspec: str) -> None:
        self.run(target, "fetch", "-q", str(source), refspec)

    def is_ancestor(self, path: Path, older: str, newer: str) -> bool:
        return self.succeeds(path, "merge-base", "--is-ancestor", older, newer)

    def merges_cleanly(self, path: Path, base: str, head: str) -> bool:
        return self.succeeds(path, "merge-tree", "--write-tree", "--allow-unrelated-histories", base, head)

    def merge(self, path: Path, base_branch: str, head: str, message: str, author: Identity) -> str:
        base, tree = self._merged_tree(path, base_branch, head)
        return self._commit(path, base_branch, tree, [base, head], message, author)

    def squash(self, path: Path, base_branch: str, head: str, message: str, author: Identity) -> str:
        base, tree = self._merged_tree(path, base_branch, head)
        return self._commit(path, base_branch, tree, [base], message, author)

    def rebase(self, path: Path, base_branch: str, head: str, author: Identity) -> str:
        folder = Path(tempfile.mkdtemp(prefix="simulator-rebase-"))
        try:
            self.run(path, "worktree", "add", "-q", "--detach", str(folder / "tree"), f"refs/heads/{base_branch}")
            self.run(folder / "tree", "cherry-pick", f"{base_branch}..{head}", environment=_identity(author))
            sha = self.run(folder / "tree", "rev-parse", "HEAD")
            self.run(path, "update-ref", f"refs/heads/{base_branch}", sha)
        except subprocess.CalledProcessError as exc:
            raise MergeImpossible from exc
        finally:
            shutil.rmtree(folder)
            self.run(path, "worktree", "prune")
        return sha

    def _merged_tree(self, path: Path, base_branch: str, head: str) -> tuple[str, str]:
        base = self.sha(path, f"refs/heads/{base_branch}")
        if base is None or not self.merges_cleanly(path, base, head):
            raise MergeImpossible
        return base, self.run(path, "merge-tree", "--write-tree", base, head).splitlines()[0]

    def _commit(self, path: Path, branch: str, tree: str, parents: list[str], message: str, author: Identity) -> str:
        options = [option for parent in parents for option in ("-p", parent)]
        sha = self.run(path, "commit-tree", tree, *options, environment=_identity(author), text=message)
        self.run(path, "update-ref", f"refs/heads/{branch}", sha)
        return sha


def _identity(author: Identity) -> dict[str, str]:
    return {
        "GIT_AUTHOR_NAME": author.name,
        "GIT_AUTHOR_EMAIL": author.email,
        "GIT_COMMITTER_NAME": "GitHub",
        "GIT_COMMITTER_EMAIL": "noreply@github.com",
    }
