"""Repository addresses and branch names as people give them, checked before git or a shell sees them."""

import hashlib
import os.path
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

from shopfloor.domain.hosts import refusal_of_host
from shopfloor.domain.ids import RepositoryKey
from shopfloor.errors import InvalidInput, RepositoryUrlRefused

_LONGEST = 2048
_SCHEMES = {"https": 443, "http": 80, "ssh": 22, "git": 9418}
_SCHEME = re.compile(r"^([A-Za-z][A-Za-z0-9+.-]*)://")
_HELPER = re.compile(r"^[A-Za-z0-9][A-Za-z0-9+._-]*::")
_SCP_LIKE = re.compile(r"^(?:(?P<user>[^@/:]+)@)?(?P<host>\[[^\]/]*\]|[^@/:]+):(?P<path>[^:].*)$")
_USER = re.compile(r"^[A-Za-z0-9_][A-Za-z0-9_.-]*$")
_ONE_REPOSITORY_WHATEVER_THE_SCHEME = frozenset({"github.com", "gitlab.com", "bitbucket.org", "codeberg.org"})


@dataclass(frozen=True, slots=True)
class RepositoryLocation:
    """Where a repository is. Two spellings of one place have the same key."""

    url: str
    key: RepositoryKey
    kind: Literal["local", "remote"]
    path: Path | None
    owner: str
    name: str


@lru_cache(maxsize=1024)
def parse_repository_url(text: str, *, base_dir: Path | None = None) -> RepositoryLocation:
    """Raises RepositoryUrlRefused, which says why."""
    _refuse_odd_text(text)
    scheme = _SCHEME.match(text)
    if scheme is not None:
        return _from_url(text, scheme.group(1).lower())
    if text.startswith("/"):
        return _local(text)
    scp_like = _SCP_LIKE.match(text)
    if scp_like is not None and not text.startswith("."):
        return _from_scp_like(scp_like)
    if base_dir is not None:
        return _local(str(base_dir / text))
    raise _refused(f"{text!r} is neither an absolute path nor a URL.", hint="Give the full path, or https://…, ssh://…")


def local_location(path: Path) -> RepositoryLocation:
    """The location of an absolute path that git itself has told."""
    return _local(str(path))


def _refuse_odd_text(text: str) -> None:
    if not text.strip():
        raise _refused("The repository is empty.")
    if len(text) > _LONGEST:
        raise _refused(f"The repository's address is longer than {_LONGEST} characters.")
    if text.startswith("-"):
        raise _refused("A repository's address cannot start with '-': git would take it for an option.")
    if any(unicodedata.category(character) in {"Cc", "Cs"} for character in text):
        raise _refused("The repository's address has control characters in it.")
    if text != text.strip():
        raise _refused("The repository's address has white space around it.")
    if _HELPER.match(text):
        raise _refused("Addresses of the form helper::address run programs and are not accepted.")


def _from_url(text: str, scheme: str) -> RepositoryLocation:
    if scheme == "file":
        return _from_file_url(text)
    if scheme not in _SCHEMES:
        raise _refused(
            f"The scheme {scheme}:// is not accepted.", hint="Use https://, ssh:// or a path on this machine."
        )
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise _refused("The repository's URL cannot be read.") from error
    if parts.query or parts.fragment or "?" in text or "#" in text:
        raise _refused("A repository's URL has no '?' or '#' in it.")
    user = _checked_user(scheme, parts.username, has_password=parts.password is not None)
    return _remote(scheme, user, host, port, parts.path)


def _checked_user(scheme: str, user: str | None, *, has_password: bool) -> str | None:
    if has_password or (user is not None and scheme != "ssh"):
        raise _refused(
            "The repository's URL has credentials in it.",
            hint="Leave them out; git's credential helper or ssh supplies them.",
        )
    if user is not None and not _USER.match(user):
        raise _refused(f"{user!r} is not a user name ssh can be given.")
    return user


def _from_file_url(text: str) -> RepositoryLocation:
    rest = text[len("file://") :]
    host, slash, path = rest.partition("/")
    if host not in {"", "localhost"} or not slash:
        raise _refused("A file:// URL names a path on this machine: file:///path/to/repository.")
    decoded = "/" + unquote(path, errors="surrogateescape")
    _refuse_odd_text(decoded)
    return _local(decoded)


def _from_scp_like(match: re.Match[str]) -> RepositoryLocation:
    user = _checked_user("ssh", match["user"], has_password=False)
    host, path = match["host"], match["path"]
    if user is None and "." not in host:
        raise _refused(
            f"{host}: is not a scheme that is accepted.", hint="For ssh, write ssh://host/path or user@host:path."
        )
    if path.startswith("-") or "\\" in path:
        raise _refused(f"{path!r} is not a path ssh can be given.")
    bare_host = host[1:-1] if host.startswith("[") else host
    location = _remote("ssh", user, bare_host, None, "/" + path.lstrip("/"))
    prefix = f"{user}@" if user else ""
    kept_path = re.sub(r"/+$", "", path) or path
    return RepositoryLocation(
        f"{prefix}{host.lower()}:{kept_path}", location.key, "remote", None, location.owner, location.name
    )


def _remote(scheme: str, user: str | None, host: str, port: int | None, path: str) -> RepositoryLocation:
    reason = refusal_of_host(host)
    if reason is not None:
        raise _refused(reason)
    parts = [part for part in path.split("/") if part]
    meant = [unquote(part) for part in parts]
    _refuse_odd_text("/" + "/".join(meant))
    if not parts or ".." in meant:
        raise _refused("The repository's URL names no repository.")
    shown_host = f"[{host.lower()}]" if ":" in host else host.lower().rstrip(".")
    shown_port = "" if port in {None, _SCHEMES[scheme]} else f":{port}"
    prefix = f"{user}@" if user else ""
    url = f"{scheme}://{prefix}{shown_host}{shown_port}/{'/'.join(parts)}"
    name = meant[-1].removesuffix(".git") or meant[-1]
    owner = meant[-2] if len(meant) > 1 else shown_host
    identity = _identity_of_remote(scheme, f"{shown_host}{shown_port}", [*meant[:-1], name])
    return RepositoryLocation(url, _key_for(owner, name, identity), "remote", None, owner, name)


def _identity_of_remote(scheme: str, host: str, parts: list[str]) -> str:
    path = "/".join(parts)
    if host in _ONE_REPOSITORY_WHATEVER_THE_SCHEME:
        return f"{host}/{path}".lower()
    return f"{scheme}://{host}/{path}"


def _local(text: str) -> RepositoryLocation:
    path = os.path.normpath(text)
    if path.startswith("//"):
        path = path[1:]
    if path == "/":
        raise _refused("The repository's path is the root of the file system.")
    pure = Path(path)
    named_by = pure.parent if pure.name == ".git" else pure
    name = named_by.name.removesuffix(".git") or named_by.name
    owner = named_by.parent.name or "local"
    return RepositoryLocation(path, _key_for(owner, name, f"file://{path}"), "local", pure, owner, name)


def _key_for(owner: str, name: str, identity: str) -> RepositoryKey:
    readable = re.sub(r"[^a-z0-9]+", "-", f"{owner}-{name}".lower()).strip("-")[:40].strip("-")
    digest = hashlib.sha256(identity.encode("utf-8", "surrogateescape")).hexdigest()[:12]
    return RepositoryKey(f"{readable or 'repository'}-{digest}")


def _refused(message: str, *, hint: str | None = None) -> RepositoryUrlRefused:
    return RepositoryUrlRefused(message, hint=hint, field="repository_url")


_NEVER_IN_A_BRANCH = re.compile(r"[\x00-\x20\x7f~^:?*\[\\]|\.\.|@\{|//")


def validate_branch_name(name: str, *, field: str = "git_branch_name") -> str:
    """Returns the name, or raises InvalidInput. Stricter than git: nothing that git could take for something else."""
    reason = _refusal_of_branch(name)
    if reason is not None:
        raise InvalidInput(f"{name[:100]!r} cannot be a branch name: {reason}.", field=field)
    return name


def _refusal_of_branch(name: str) -> str | None:
    if not name:
        return "it is empty"
    if any(unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in name):
        return "it has control characters in it"
    if len(name.encode()) > 200:
        return "it is longer than 200 bytes"
    found = _NEVER_IN_A_BRANCH.search(name)
    if found is not None:
        return f"it has {found.group()!r} in it"
    if name.startswith(("-", "/", "refs/")) or name.endswith(("/", ".")) or name in {"@", "HEAD"}:
        return "git would not take it for a branch"
    if any(part.startswith(".") or part.endswith(".lock") for part in name.split("/")):
        return "a part of it starts with '.' or ends with '.lock'"
    return None
