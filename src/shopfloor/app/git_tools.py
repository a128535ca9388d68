"""Git, and what is done with it."""

from dataclasses import dataclass

from shopfloor.domain.admission import RepositoryRules
from shopfloor.git_operations.commits import Commits
from shopfloor.git_operations.history import History
from shopfloor.git_operations.mirror import MirrorCache
from shopfloor.git_operations.runner import Git
from shopfloor.github_integration.assembly import GitHub
from shopfloor.github_integration.git_access import GitHubAccess
from shopfloor.home import Home
from shopfloor.process import Processes
from shopfloor.settings import Settings


@dataclass(frozen=True, slots=True)
class GitTools:
    git: Git
    mirrors: MirrorCache
    history: History
    commits: Commits


def git_tools(processes: Processes, settings: Settings, home: Home, github: GitHub, rules: RepositoryRules) -> GitTools:
    access = GitHubAccess(github.hosts, github.client.credentials, rules)
    git = Git(processes, settings.environment, access)
    return GitTools(git, MirrorCache(git, home.mirrors), History(git), Commits(git))
