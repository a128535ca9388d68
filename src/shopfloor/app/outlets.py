"""Where work goes: pull requests, issues, reviews."""

from dataclasses import dataclass

from shopfloor.app.git_tools import GitTools
from shopfloor.app.state import State
from shopfloor.domain.ids import RepositoryKey
from shopfloor.forge.forge_protocol import Forge, IssueTracker
from shopfloor.forge.forge_registry import ForgeRegistry
from shopfloor.forge.local_forge import LocalForge
from shopfloor.forge.plain_remote import PlainRemote
from shopfloor.forge.review_protocol import ReviewDesk
from shopfloor.github_integration.assembly import GitHub
from shopfloor.github_integration.github_forge import GitHubForge
from shopfloor.github_integration.issues import GitHubIssues
from shopfloor.github_integration.reviews import GitHubReviews
from shopfloor.state_manager.clock import utc_now
from shopfloor.state_manager.pull_requests import SqlPullRequestStore


@dataclass(frozen=True, slots=True)
class Outlets:
    forge: Forge
    issues: IssueTracker
    reviews: ReviewDesk


def assemble_outlets(state: State, tools: GitTools, github: GitHub, url: str) -> Outlets:
    def local_url(key: RepositoryKey, number: int) -> str:
        return f"{url}/pull-requests/{key}/{number}"

    forge = ForgeRegistry(
        local=LocalForge(tools.git, SqlPullRequestStore(state.store), local_url, utc_now),
        hosted=[GitHubForge(github.client, github.hosts, github.numbers, utc_now)],
        elsewhere=PlainRemote(tools.git, utc_now),
    )
    issues = GitHubIssues(github.client, github.hosts)
    return Outlets(forge, issues, GitHubReviews(github.client, github.hosts, issues))
