from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shopfloor.domain.repository_url import parse_repository_url, validate_branch_name
from shopfloor.errors import InvalidInput, RepositoryUrlRefused


@pytest.mark.parametrize(
    ("text", "url", "owner", "name"),
    [
        ("/srv/git/shop.git", "/srv/git/shop.git", "git", "shop"),
        ("/srv//git/./x/../shop/", "/srv/git/shop", "git", "shop"),
        ("//srv/shop", "/srv/shop", "srv", "shop"),
        ("/home/ada/shop/.git", "/home/ada/shop/.git", "ada", "shop"),
        ("/with space/it's", "/with space/it's", "with space", "it's"),
        ("file:///srv/my%20shop", "/srv/my shop", "srv", "my shop"),
        ("file://localhost/srv/shop", "/srv/shop", "srv", "shop"),
        ("https://GitHub.com/Ada/Shop.git/", "https://github.com/Ada/Shop.git", "Ada", "Shop"),
        ("https://example.org:443/a/b/c", "https://example.org/a/b/c", "b", "c"),
        ("https://example.org:8443/a/b", "https://example.org:8443/a/b", "a", "b"),
        ("https://example.org/a/my%20shop", "https://example.org/a/my%20shop", "a", "my shop"),
        ("http://[2001:db8::1]:3000/a/b", "http://[2001:db8::1]:3000/a/b", "a", "b"),
        ("ssh://git@example.org:2222/a/b", "ssh://git@example.org:2222/a/b", "a", "b"),
        ("git@github.com:Ada/Shop.git", "git@github.com:Ada/Shop.git", "Ada", "Shop"),
        ("example.org:a/b", "example.org:a/b", "a", "b"),
        ("http://127.0.0.1:3000/a/b", "http://127.0.0.1:3000/a/b", "a", "b"),
        ("http://10.0.0.7/a/b", "http://10.0.0.7/a/b", "a", "b"),
    ],
)
def test_addresses_are_read(text: str, url: str, owner: str, name: str) -> None:
    location = parse_repository_url(text)
    assert (location.url, location.owner, location.name) == (url, owner, name)
    assert location.kind == ("local" if url.startswith("/") else "remote")
    assert location.path == (Path(url) if url.startswith("/") else None)


def test_the_canonical_url_leads_back_to_the_same_location() -> None:
    for text in ("/a/b", "file:///a/b%20c", "https://h.example/a/b.git", "git@h.example:a/b", "ssh://h.example:22/a/b"):
        location = parse_repository_url(text)
        assert parse_repository_url(location.url) == location


@pytest.mark.parametrize(
    "spellings",
    [
        ["/srv/shop", "/srv/./shop/", "file:///srv/shop"],
        [
            *("https://github.com/ada/shop", "https://github.com/Ada/Shop.git", "git@github.com:ada/shop.git"),
            *("ssh://git@github.com/ada/shop", "https://github.com/ada/shop/"),
        ],
        ["https://example.org/a/b", "https://EXAMPLE.org:443/a/b.git"],
    ],
)
def test_spellings_of_one_place_have_one_key(spellings: list[str]) -> None:
    assert len({parse_repository_url(text).key for text in spellings}) == 1


def test_different_places_have_different_keys() -> None:
    texts = [
        *("/srv/shop", "/srv/Shop", "/srv/shop2", "https://example.org/a/b", "https://example.org/a/B"),
        *("ssh://example.org/a/b", "https://example.org:8443/a/b", "https://example.com/a/b", "https://github.com/a/b"),
    ]
    assert len({parse_repository_url(text).key for text in texts}) == len(texts)


def test_relative_paths_need_a_folder_to_start_from() -> None:
    assert parse_repository_url("../shop", base_dir=Path("/home/ada/x")).url == "/home/ada/shop"
    assert parse_repository_url(".", base_dir=Path("/home/ada")).url == "/home/ada"
    for text in ("shop", "./shop", "../shop", "~/shop", "."):
        with pytest.raises(RepositoryUrlRefused, match="absolute"):
            parse_repository_url(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "   ", " /srv/shop", "/srv/shop\n", "x" * 3000, "/" + "x" * 3000),
        *("-", "--upload-pack=touch x", "-oProxyCommand=x:y", "ssh://-oProxyCommand=x/a", "ssh://-u@h.example/a"),
        *("-u@h.example:a", "git@-h.example:a", "git@h.example:-a", "ssh://h.example"),
        *("ext::sh -c touch% x", "fd::17", "transport::address", "ext::/srv/shop"),
        *("/srv/a\0b", "/srv/a\nb", "https://h.example/a\tb", "https://h.example/a%0ab", "file:///a%00b", "/a\x1bb"),
        *("https://token@h.example/a", "https://u:p@h.example/a", "ssh://u:p@h.example/a", "https://:p@h.example/a"),
        *("ftp://h.example/a", "data:text/plain,x", "javascript:alert(1)", "gopher://h.example/a", "ftps://h/a"),
        *("git-remote-x://h/a", "rsync://h.example/a", "file://h.example/a", "file:relative", "C:\\repo", "c:/repo"),
        *(
            "https:///a/b",
            "https://h.example",
            "https://h.example/",
            "https://h.example/a?x=1",
            "https://h.example/a#x",
        ),
        *("https://h.example/../a", "https://h.example/%2e%2e/a", "https://h.example:99999/a", "https://[::1/a"),
        *("https://h%2eexample/a", "https://h\u3002example/a", "https://①②⑦.example/a", "https://h.example\\@x/a"),
        *("/", "//", "file:///", "/\udce9", "https://h..example/a", "https://h_example space/a"),
    ],
)
def test_odd_addresses_are_refused_with_the_field(text: str) -> None:
    with pytest.raises(RepositoryUrlRefused) as refused:
        parse_repository_url(text)
    assert refused.value.field == "repository_url"
    assert refused.value.message


@pytest.mark.parametrize(
    "host",
    [
        *("169.254.169.254", "169.254.1.1", "2852039166", "0xA9FEA9FE", "0xa9.0xfe.0xa9.0xfe", "0251.0376.0251.0376"),
        *("169.254.43518", "169.16689662", "0xa9.254.0251.254", "025177524776", "169.254.169.254."),
        *("[::ffff:169.254.169.254]", "[::ffff:a9fe:a9fe]", "[::169.254.169.254]", "[64:ff9b::a9fe:a9fe]"),
        *("[2002:a9fe:a9fe::]", "[fe80::1]", "[fd00:ec2::254]", "[FD00:0EC2::254]", "[fe80::1%25eth0]"),
        *("metadata.google.internal", "METADATA.google.internal.", "metadata", "metadata.goog", "instance-data"),
        *("100.100.100.200", "168.63.129.16", "192.0.0.192", "0.0.0.0", "[::]", "224.0.0.1"),
    ],
)
@pytest.mark.parametrize("form", ["http://{}/latest/meta-data", "ssh://git@{}/a", "git@{}:a/b"])
def test_metadata_addresses_are_refused_in_any_spelling(host: str, form: str) -> None:
    with pytest.raises(RepositoryUrlRefused):
        parse_repository_url(form.format(host))


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        location = parse_repository_url(text, base_dir=Path("/base"))
    except RepositoryUrlRefused:
        return
    assert not location.url.startswith("-")
    assert parse_repository_url(location.url).key == location.key


@pytest.mark.parametrize(
    "name", ["fix-auth", "feat/issue-42", "v1.2", "a@b", "größe", "it's", "x#1", "feat-wo-abc12345"]
)
def test_branch_names_git_takes_are_taken(name: str) -> None:
    assert validate_branch_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        *("", "-x", "--all", "HEAD", "@", "a..b", "a@{b", "a b", "a~b", "a^b", "a:b", "a?b", "a*b", "a[b", "a\\b"),
        *("a.lock", "a.lock/b", "a/", "/a", "a//b", ".a", "a/.b", "a.", "a\nb", "a\x7fb", "a\0b", "x" * 201),
        *("refs/heads/a", "a\udce9", "a\u2028b", "é" * 101),
    ],
)
def test_branch_names_git_could_misunderstand_are_refused(name: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        validate_branch_name(name)
    assert refused.value.field == "git_branch_name"
