"""Whether a pull request can be merged, and how big it is: asked of git."""

from dataclasses import dataclass

from tests.support.github_simulator.git_store import GitStore
from tests.support.github_simulator.model import PullRequest, Repository


@dataclass(frozen=True, slots=True)
class Mergeability:
    mergeable: bool | None
    state: str


@dataclass(frozen=True, slots=True)
class Figures:
    commits: int
    additions: int
    deletions: int
    changed_files: int


_UNKNOWN = Mergeability(None, "unknown")


def look_at_mergeability(git: GitStore, repository: Repository, pull_request: PullRequest) -> Mergeability:
    """Not known at the first question after a change, as GitHub only then begins to compute it."""
    if pull_request.issue.state == "closed":
        return Mergeability(False, "unknown") if pull_request.merged_at else _UNKNOWN
    base = git.sha(repository.path, f"refs/heads/{pull_request.base_branch}")
    if base is None:
        return _UNKNOWN
    question = (pull_request.head_sha, base)
    if pull_request.mergeability_asked != question:
        pull_request.mergeability_asked = question
        return _UNKNOWN
    if not git.merges_cleanly(repository.path, base, pull_request.head_sha):
        return Mergeability(False, "dirty")
    if pull_request.is_draft:
        return Mergeability(True, "draft")
    return Mergeability(True, _state_by_checks(repository, pull_request.head_sha))


def _state_by_checks(repository: Repository, sha: str) -> str:
    runs = [run for run in repository.check_runs if run.head_sha == sha]
    statuses = {each.context: each.state for each in repository.statuses if each.sha == sha}
    good = all(run.conclusion in {"success", "neutral", "skipped"} for run in runs)
    return "clean" if good and all(state == "success" for state in statuses.values()) else "unstable"


def figures_of(git: GitStore, repository: Repository, pull_request: PullRequest) -> Figures:
    base, head = pull_request.base_sha, pull_request.head_sha
    lines = git.run(repository.path, "diff", "--numstat", f"{base}...{head}").splitlines()
    counts = [line.split("\t")[:2] for line in lines]
    return Figures(
        commits=int(git.run(repository.path, "rev-list", "--count", f"{base}..{head}")),
        additions=sum(int(added) for added, _ in counts if added.isdigit()),
        deletions=sum(int(deleted) for _, deleted in counts if deleted.isdigit()),
        changed_files=len(counts),
    )
