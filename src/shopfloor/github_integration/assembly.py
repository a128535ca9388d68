"""Puts the parts together: what the composition root asks for as one."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from shopfloor.domain.redaction import Redactor
from shopfloor.errors import InvalidInput
from shopfloor.github_integration.api import GitHubApi, RetryTimes
from shopfloor.github_integration.app_tokens import AppTokens, GitHubApp
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
    app = _app(options)
    credentials = Credentials(
        hosts=options.hosts,
        secrets=secrets,
        project_of=ProjectTokens(store, options.hosts).project_of,
        app=AppTokens(app, options.hosts.default, api) if app else None,
        environment=options.tokens,
        gh=GhProgram(processes, options.environment),
        redactor=redactor,
    )
    return GitHub(options.hosts, api, GitHubClient(api, credentials), RepositoryNumbers(store))


def _app(options: GitHubOptions) -> GitHubApp | None:
    if not options.app_id or not options.app_private_key:
        return None
    text = options.app_private_key
    if "-----BEGIN" not in text:
        try:
            text = Path(text).expanduser().read_text()
        except OSError as error:
            raise InvalidInput(
                f"The GitHub App's private key cannot be read: {error.strerror}.", field="github_app_private_key"
            ) from error
    return GitHubApp(options.app_id, text.replace("\\n", "\n"))
