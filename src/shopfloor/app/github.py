"""The way to GitHub, and which repositories may be worked on at all."""

import contextlib

from shopfloor.app.state import State
from shopfloor.domain.admission import RepositoryRules
from shopfloor.github_integration.assembly import GitHub, GitHubOptions, connect_github
from shopfloor.github_integration.hosts import GitHubHosts
from shopfloor.home import Home
from shopfloor.process import Processes
from shopfloor.settings import Settings


def open_github(stack: contextlib.AsyncExitStack, processes: Processes, settings: Settings, state: State) -> GitHub:
    options = GitHubOptions(
        hosts=GitHubHosts(settings.github_hosts),
        app_id=settings.github_app_id,
        app_private_key=settings.github_app_private_key,
        further_apps=settings.github_apps,
        tokens=settings.forge_tokens,
        environment=settings.environment,
        retry_delay_seconds=settings.retry_delay_seconds / 2,
    )
    github = connect_github(
        options, store=state.store, secrets=state.vault, processes=processes, redactor=state.redactor
    )
    stack.push_async_callback(github.api.close)
    return github


def repository_rules(settings: Settings, github: GitHub, home: Home) -> RepositoryRules:
    chosen = settings.allow_local_repositories
    return RepositoryRules(
        default_host_url=github.hosts.default.web_url,
        allows_local=settings.is_loopback if chosen is None else chosen,
        always_local=(home.demo,),
        private_hosts=frozenset({*settings.allowed_private_hosts, *(host.name for host in github.hosts.all)}),
        ssh_hosts=frozenset(host.bare_name for host in github.hosts.all),
    )
