"""Puts the parts together: what the composition root asks for as one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from shopfloor.domain.redaction import Redactor
from shopfloor.github_integration.api import GitHubApi, RetryTimes
from shopfloor.github_integration.app_tokens import AppTokens
from shopfloor.github_integration.apps import read_apps
from shopfloor.github_integration.client import GitHubClient
from shopfloor.github_integration.credentials import Credentials, SecretFinder
from shopfloor.github_integration.gh_program import GhProgram
from shopfloor.github_integration.hosts import GitHubHosts
from shopfloor.github_integration.project_tokens import ProjectTokens
from shopfloor.github_integration.repository_numbers import RepositoryNumbers
from shopfloor.process import Processes
from shopfloor.state_manager.store import Store


@dataclass(frozen=True, slots=True)
class GitHubOptions:
    hosts: GitHubHosts
    app_id: str | None
    app_private_key: str | None
    further_apps: Sequence[str]
    tokens: Mapping[str, str]
    environment: Mapping[str, str]
    retry_delay_seconds: float


@dataclass(frozen=True, slots=True)
class GitHub:
    hosts: GitHubHosts
    api: GitHubApi
    client: GitHubClient
    numbers: RepositoryNumbers


def connect_github(
    options: GitHubOptions, *, store: Store, secrets: SecretFinder, processes: Processes, redactor: Redactor
) -> GitHub:
    """Nothing is asked yet; `api.close` at the end."""
    redactor.learn(*options.tokens.values())
    api = GitHubApi(RetryTimes(delay_seconds=options.retry_delay_seconds))
    apps = read_apps(options.hosts, options.app_id, options.app_private_key, options.further_apps)
    credentials = Credentials(
        hosts=options.hosts,
        secrets=secrets,
        project_of=ProjectTokens(store, options.hosts).project_of,
        app=AppTokens(apps, api) if apps else None,
        environment=options.tokens,
        gh=GhProgram(processes, options.environment),
        redactor=redactor,
    )
    return GitHub(options.hosts, api, GitHubClient(api, credentials), RepositoryNumbers(store))
