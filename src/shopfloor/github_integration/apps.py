"""The GitHub Apps we may act as: each is registered on one host and has its own key."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from shopfloor.errors import InvalidInput
from shopfloor.github_integration.app_tokens import GitHubApp
from shopfloor.github_integration.hosts import GitHubHost, GitHubHosts

_FURTHER_APP = re.compile(r"(?P<app_id>[^@=]+)@(?P<host>[^@=]+)=(?P<key>.+)")


def read_apps(
    hosts: GitHubHosts, app_id: str | None, private_key: str | None, further: Sequence[str]
) -> Mapping[GitHubHost, GitHubApp]:
    """That of the default host, and those of others as `app_id@host=key file`."""
    apps = dict(_further(hosts, text) for text in further)
    if app_id and private_key:
        apps[hosts.default] = GitHubApp(app_id, _pem(private_key, "github_app_private_key"))
    return apps


def _further(hosts: GitHubHosts, text: str) -> tuple[GitHubHost, GitHubApp]:
    match = _FURTHER_APP.fullmatch(text.strip())
    if match is None:
        raise InvalidInput(f"{text!r} is not APP_ID@HOST=KEY_FILE.", field="github_apps")
    host = hosts.find(match["host"].strip())
    if host is None:
        known = ", ".join(each.name for each in hosts.all)
        raise InvalidInput(f"{match['host']} is none of the GitHub hosts: {known}.", field="github_apps")
    return host, GitHubApp(match["app_id"].strip(), _pem(match["key"].strip(), "github_apps"))


def _pem(text: str, setting: str) -> str:
    if "-----BEGIN" not in text:
        try:
            text = Path(text).expanduser().read_text()
        except OSError as error:
            raise InvalidInput(
                f"The GitHub App's private key cannot be read: {error.strerror}.", field=setting
            ) from error
    return text.replace("\\n", "\n")
