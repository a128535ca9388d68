"""As much of GitHub's search language as is used: `repo:`, `is:`, `state:`, `label:`, `author:`, `head:` and words."""

import shlex

from tests.support.github_simulator.exchange import validation_failed
from tests.support.github_simulator.model import Issue, Repository
from tests.support.github_simulator.world import World


def found_issues(world: World, query: str) -> list[tuple[Repository, Issue]]:
    terms = shlex.split(query)
    for name in (term.removeprefix("repo:") for term in terms if term.startswith("repo:")):
        if world.find_repository(*name.split("/", 1)) is None:
            raise validation_failed(
                message="The listed users and repositories cannot be searched either because the resources do not "
                "exist or you do not have permission to view them."
            )
    return [
        (repository, issue)
        for repository in world.repositories.values()
        for issue in repository.issues.values()
        if all(_fits(repository, issue, term) for term in terms)
    ]


def _fits(repository: Repository, issue: Issue, term: str) -> bool:
    name, separator, value = term.partition(":")
    if not separator:
        return term.lower() in f"{issue.title} {issue.body or ''}".lower()
    is_pull_request = issue.pull_request is not None
    kinds = {"pr": is_pull_request, "pull-request": is_pull_request, "issue": not is_pull_request}
    if name in {"is", "type", "state"}:
        return kinds.get(value, issue.state == value)
    if name == "repo":
        return repository.full_name.lower() == value.lower()
    if name == "label":
        return any(label.name == value for label in issue.labels)
    if name == "author":
        return issue.author.login == value
    if name == "head":
        return issue.pull_request is not None and issue.pull_request.head_branch == value
    raise AssertionError(f"the simulator's search does not know {name}:")
