"""All that the simulator knows, and how it comes into being."""

import itertools
import secrets
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

from tests.support.github_simulator.exchange import not_found
from tests.support.github_simulator.git_store import GitStore
from tests.support.github_simulator.model import (
    Account,
    App,
    Comment,
    Installation,
    Issue,
    Label,
    PullRequest,
    Repository,
    Token,
)


class World:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git = GitStore()
        self.lock = threading.RLock()
        self.accounts: dict[str, Account] = {}
        self.tokens: dict[str, Token] = {}
        self.apps: dict[int, App] = {}
        self.installations: dict[int, Installation] = {}
        self.repositories: dict[int, Repository] = {}
        self.moved: dict[str, int] = {}
        self.fork_seconds = 0.0
        self._ids = itertools.count(1001)

    def now(self) -> datetime:
        """To the second, as GitHub tells the time."""
        return datetime.now(UTC).replace(microsecond=0)

    def new_id(self) -> int:
        return next(self._ids)

    def add_account(self, login: str, kind: Literal["User", "Organization", "Bot"] = "User") -> Account:
        account = Account(self.new_id(), login, kind, self.now(), name=login.title(), email=f"{login}@example.org")
        self.accounts[login.lower()] = account
        return account

    def account(self, login: str) -> Account:
        if login.lower() not in self.accounts:
            raise not_found()
        return self.accounts[login.lower()]

    def add_token(self, account: Account, scopes: frozenset[str] | None) -> Token:
        prefix = "github_pat_" if scopes is None else "ghp_"
        token = Token(prefix + secrets.token_hex(18), account, scopes)
        self.tokens[token.value] = token
        return token

    def add_installation_token(self, installation: Installation, repositories: frozenset[int] | None) -> Token:
        token = Token(
            value="ghs_" + secrets.token_hex(18),
            account=installation.app.bot,
            scopes=None,
            installation=installation,
            repositories=repositories if repositories is not None else installation.repositories,
            permissions=installation.permissions,
            expires_at=self.now() + timedelta(hours=1),
        )
        self.tokens[token.value] = token
        return token

    def add_repository(self, owner: Account, name: str, default_branch: str, *, is_private: bool) -> Repository:
        number, now = self.new_id(), self.now()
        path = self.folder / f"{number}.git"
        repository = Repository(number, owner, name, path, default_branch, is_private, now, now)
        repository.labels = [Label(self.new_id(), each) for each in ("bug", "enhancement")]
        self.git.create(path, default_branch)
        self.repositories[number] = repository
        return repository

    def fork(self, parent: Repository, owner: Account, name: str) -> Repository:
        fork = self.add_repository(owner, name, parent.default_branch, is_private=parent.is_private)
        fork.parent = parent
        fork.ready_at = time.monotonic() + self.fork_seconds
        self.git.copy_branches(parent.path, fork.path)
        return fork

    def find_repository(self, owner: str, name: str) -> Repository | None:
        wanted = f"{owner}/{name}".lower()
        return next((each for each in self.repositories.values() if each.full_name.lower() == wanted), None)

    def moved_to(self, owner: str, name: str) -> Repository | None:
        number = self.moved.get(f"{owner}/{name}".lower())
        return self.repositories[number] if number is not None else None

    def move_repository(self, repository: Repository, owner: Account, name: str) -> None:
        self.moved[repository.full_name.lower()] = repository.repository_id
        repository.owner, repository.name = owner, name

    def add_issue(self, repository: Repository, author: Account, title: str, body: str | None) -> Issue:
        number, now = len(repository.issues) + 1, self.now()
        issue = Issue(self.new_id(), number, title, body, author, now, now)
        repository.issues[number] = issue
        return issue

    def add_comment(self, issue: Issue, author: Account, body: str) -> Comment:
        comment = Comment(self.new_id(), author, body, self.now(), self.now())
        issue.comments.append(comment)
        issue.updated_at = self.now()
        return comment

    def label(self, repository: Repository, name: str) -> Label:
        """Naming a label that is not there makes it, as on GitHub."""
        for label in repository.labels:
            if label.name.lower() == name.lower():
                return label
        label = Label(self.new_id(), name)
        repository.labels.append(label)
        return label

    def find_pull_request(self, pull_request_id: int) -> tuple[Repository, PullRequest]:
        for repository in self.repositories.values():
            for pull_request in repository.pull_requests:
                if pull_request.pull_request_id == pull_request_id:
                    return repository, pull_request
        raise not_found()
