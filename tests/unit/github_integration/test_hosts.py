import pytest

from shopfloor.domain.repository_url import parse_repository_url
from shopfloor.errors import InvalidInput
from shopfloor.github_integration.hosts import GitHubHosts

HOSTS = GitHubHosts(["github.com", "github.example.org:8443", "team.ghe.com"])


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://github.com/Ada/Engine.git", "https://github.com/Ada/Engine"),
        ("http://GITHUB.com/ada/engine/", "https://github.com/ada/engine"),
        ("git@github.com:ada/engine.git", "https://github.com/ada/engine"),
        ("ssh://git@github.com:22/ada/engine", "https://github.com/ada/engine"),
        ("ssh://git@ssh.github.com:443/ada/engine", "https://github.com/ada/engine"),
        ("https://github.example.org:8443/ada/engine", "https://github.example.org:8443/ada/engine"),
        ("git@github.example.org:ada/engine", "https://github.example.org:8443/ada/engine"),
        ("https://github.example.org/ada/engine", None),
        ("https://gitlab.com/ada/engine", None),
        ("https://github.com.evil.org/ada/engine", None),
        ("https://github.com/ada/engine/tree", None),
        ("https://github.com/ada", None),
        ("git://github.com/ada/engine", None),
        ("/home/github.com/ada", None),
    ],
)
def test_a_repository_on_github_is_found_in_every_spelling(url: str, expected: str | None) -> None:
    repository = HOSTS.repository_at(parse_repository_url(url))
    assert (repository.web_url if repository else None) == expected


def test_each_host_has_its_api() -> None:
    assert [(host.api_url, host.graphql_url) for host in HOSTS.all] == [
        ("https://api.github.com", "https://api.github.com/graphql"),
        ("https://github.example.org:8443/api/v3", "https://github.example.org:8443/api/graphql"),
        ("https://api.team.ghe.com", "https://api.team.ghe.com/graphql"),
    ]


def test_names_cannot_break_out_of_the_path() -> None:
    repository = HOSTS.repository_at(parse_repository_url("https://github.com/ada/engine"))
    assert repository is not None
    assert repository.path("branches", "feat/a?b#c") == "/repos/ada/engine/branches/feat%2Fa%3Fb%23c"


@pytest.mark.parametrize("text", ["", "https://user@host/x", "a b"])
def test_what_is_not_a_host_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        GitHubHosts([text])
