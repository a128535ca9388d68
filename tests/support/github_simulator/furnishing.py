"""What a test puts into the simulator before it begins, in a line each."""

from collections.abc import Iterable, Mapping

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from tests.support.github_simulator.actions import Actions
from tests.support.github_simulator.model import (
    Account,
    App,
    CheckRun,
    CommitStatus,
    Hook,
    Installation,
    Issue,
    Permission,
    PullRequest,
    Repository,
    Token,
)
from tests.support.github_simulator.world import World

_FILES = {"README.md": "# Something\n", "app.py": "print('hello')\n"}
_APP_PERMISSIONS = {
    "contents": "write",
    "issues": "write",
    "metadata": "read",
    "pull_requests": "write",
    "checks": "read",
    "statuses": "read",
}


class Furnishing:
    url: str
    world: World
    actions: Actions

    def add_user(self, login: str) -> Account:
        return self.world.add_account(login)

    def add_organization(
        self, login: str, *, admins: Iterable[Account] = (), members: Iterable[Account] = (), requires_sso: bool = False
    ) -> Account:
        organization = self.world.add_account(login, "Organization")
        organization.members |= {each.login: "member" for each in members}
        organization.members |= {each.login: "admin" for each in admins}
        organization.requires_sso = requires_sso
        return organization

    def add_token(
        self,
        account: Account,
        scopes: Iterable[str] | None = ("repo", "workflow"),
        *,
        sso_organizations: Iterable[str] = (),
    ) -> Token:
        """A classic token; without scopes (None) a fine-grained one."""
        token = self.world.add_token(account, None if scopes is None else frozenset(scopes))
        token.sso_organisations = frozenset(sso_organizations)
        return token

    def add_repository(
        self,
        owner: Account,
        name: str = "app",
        *,
        default_branch: str = "trunk",
        is_private: bool = False,
        files: Mapping[str, str] | None = None,
        collaborators: Mapping[str, Permission] | None = None,
    ) -> Repository:
        """With one commit on a branch that nobody would guess; no files at all make an empty repository."""
        repository = self.world.add_repository(owner, name, default_branch, is_private=is_private)
        repository.collaborators = dict(collaborators or {})
        content = dict(_FILES if files is None else files)
        if content:
            self.actions.commit(repository, owner, default_branch, content, "First commit")
        return repository

    def repository_url(self, repository: Repository) -> str:
        return f"{self.url}/{repository.full_name}"

    def add_app(self, slug: str, owner: Account) -> tuple[App, str]:
        """The app and its private key in PEM."""
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        private = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ).decode()
        public = key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        bot = self.world.add_account(f"{slug}[bot]", "Bot")
        app = App(self.world.new_id(), slug, owner, public.decode(), bot, _APP_PERMISSIONS, self.world.now())
        self.world.apps[app.app_id] = app
        return app, private

    def install_app(
        self, app: App, account: Account, *, repositories: Iterable[Repository] | None = None
    ) -> Installation:
        chosen = None if repositories is None else frozenset(each.repository_id for each in repositories)
        installation = Installation(self.world.new_id(), app, account, app.permissions, chosen, self.world.now())
        self.world.installations[installation.installation_id] = installation
        return installation

    def add_issue(self, repository: Repository, author: Account, title: str, body: str | None = None) -> Issue:
        with self.world.lock:
            return self.actions.open_issue(repository, author, title, body)

    def add_hook(self, repository: Repository, url: str, secret: str, events: Iterable[str] = ("*",)) -> Hook:
        hook = Hook(self.world.new_id(), url, secret, frozenset(events))
        repository.hooks.append(hook)
        return hook

    def add_check_run(
        self, repository: Repository, sha: str, name: str, conclusion: str | None = "success"
    ) -> CheckRun:
        now = self.world.now()
        done = conclusion is not None
        run = CheckRun(
            self.world.new_id(),
            name,
            sha,
            "completed" if done else "in_progress",
            conclusion,
            now,
            now if done else None,
        )
        repository.check_runs.append(run)
        return run

    def add_status(self, repository: Repository, sha: str, context: str, state: str, author: Account) -> CommitStatus:
        status = CommitStatus(self.world.new_id(), sha, state, context, None, None, author, self.world.now())
        repository.statuses.append(status)
        return status

    def pull_requests(self, repository: Repository) -> list[PullRequest]:
        with self.world.lock:
            return list(repository.pull_requests)
