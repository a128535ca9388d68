"""What webhooks carry: mostly what the API shows, with GitHub's own differences."""

from dataclasses import dataclass
from typing import Any

from tests.support.github_simulator.git_store import GitStore
from tests.support.github_simulator.mergeability import Mergeability, figures_of
from tests.support.github_simulator.model import (
    Account,
    Hook,
    Issue,
    PullRequest,
    Repository,
    Review,
    ReviewComment,
)
from tests.support.github_simulator.pull_request_views import PullRequestViews
from tests.support.github_simulator.views import Json, Views, moment

_NOTHING = "0" * 40


@dataclass(frozen=True, slots=True)
class WebhookViews:
    plain: Views
    pull_requests: PullRequestViews
    git: GitStore

    def envelope(self, repository: Repository, sender: Account) -> Json:
        payload = {"repository": self.repository(repository), "sender": self.plain.account(sender)}
        if repository.owner.kind == "Organization":
            payload["organization"] = self.organization(repository.owner)
        return payload

    def organization(self, organization: Account) -> Json:
        url = f"{self.plain.api_url}/orgs/{organization.login}"
        return {
            "login": organization.login,
            "id": organization.account_id,
            "node_id": organization.node_id,
            "url": url,
            "repos_url": f"{url}/repos",
            "events_url": f"{url}/events",
            "hooks_url": f"{url}/hooks",
            "issues_url": f"{url}/issues",
            "members_url": url + "/members{/member}",
            "public_members_url": url + "/public_members{/member}",
            "avatar_url": self.plain.account(organization)["avatar_url"],
            "description": None,
        }

    def repository(self, repository: Repository) -> Json:
        return {**self.plain.repository(repository), "custom_properties": {}}

    def issue(self, repository: Repository, issue: Issue) -> Json:
        view = self.plain.issue(repository, issue)
        view.pop("closed_by")
        return view

    def simple_pull_request(self, repository: Repository, pull_request: PullRequest) -> Json:
        view = self.pull_requests.simple(repository, pull_request)
        for end in ("head", "base"):
            view[end]["repo"]["custom_properties"] = {}
        return view

    def pull_request(self, repository: Repository, pull_request: PullRequest) -> Json:
        figures = figures_of(self.git, repository, pull_request)
        view = self.pull_requests.full(repository, pull_request, Mergeability(None, "unknown"), figures)
        return {**view, **self.simple_pull_request(repository, pull_request)}

    def review(self, repository: Repository, pull_request: PullRequest, review: Review) -> Json:
        view = self.pull_requests.review(repository, pull_request, review)
        return {**view, "state": review.state.lower(), "body": review.body or None}

    def review_comment(self, repository: Repository, pull_request: PullRequest, comment: ReviewComment) -> Json:
        """A comment on a whole file has no line in the API; here it has one that is null, and a first one."""
        view = self.pull_requests.review_comment(repository, pull_request, comment)
        return {"line": None, "original_line": 1, **view}

    def ping(self, repository: Repository, hook: Hook, by: Account) -> Json:
        url = f"{self.plain.repository_url(repository)}/hooks/{hook.hook_id}"
        return {
            **self.envelope(repository, by),
            "zen": "Keep it logically awesome.",
            "hook_id": hook.hook_id,
            "hook": {
                "type": "Repository",
                "id": hook.hook_id,
                "name": "web",
                "active": True,
                "events": sorted(hook.events),
                "config": {"content_type": "json", "insecure_ssl": "0", "secret": "********", "url": hook.url},
                "updated_at": moment(repository.created_at),
                "created_at": moment(repository.created_at),
                "url": url,
                "test_url": f"{url}/tests",
                "ping_url": f"{url}/pings",
                "deliveries_url": f"{url}/deliveries",
                "last_response": {"code": None, "status": "unused", "message": None},
            },
        }

    def push(self, repository: Repository, branch: str, before: str, after: str, by: Account) -> Json:
        commits = [] if after == _NOTHING else self._commits(repository, before, after)
        web = f"{self.plain.web_url}/{repository.full_name}"
        owner = {
            **self.plain.account(repository.owner),
            "name": repository.owner.login,
            "email": repository.owner.email,
        }
        shown = self.repository(repository)
        created_at = int(repository.created_at.timestamp())
        return {
            "ref": f"refs/heads/{branch}",
            "before": before,
            "after": after,
            "base_ref": None,
            "created": before == _NOTHING,
            "deleted": after == _NOTHING,
            "forced": False,
            "compare": f"{web}/compare/{before[:12]}...{after[:12]}",
            "commits": commits,
            "head_commit": commits[-1] if commits else None,
            "pusher": {"name": by.login, "email": by.email},
            "repository": {
                **shown,
                "owner": owner,
                "url": web,
                "created_at": created_at,
                "pushed_at": int(repository.pushed_at.timestamp()),
                "stargazers": 0,
                "master_branch": repository.default_branch,
            },
        }

    def _commits(self, repository: Repository, before: str, after: str) -> list[dict[str, Any]]:
        known = [] if before == _NOTHING else [f"^{before}"]
        form = "%H%x00%T%x00%an%x00%ae%x00%cn%x00%ce%x00%cI%x00%B%x01"
        log = self.git.run(repository.path, "log", "--reverse", "--max-count=20", f"--format={form}", after, *known)
        return [self._commit(repository, entry.strip("\n")) for entry in log.split("\x01") if entry.strip("\n")]

    def _commit(self, repository: Repository, entry: str) -> dict[str, Any]:
        sha, tree, name, email, committer, committer_email, at, message = entry.split("\x00")
        listing = self.git.run(
            repository.path, "diff-tree", "--root", "--no-commit-id", "--name-status", "--no-renames", "-r", sha
        )
        changes = [line.split("\t", 1) for line in listing.splitlines()]
        return {
            "id": sha,
            "tree_id": tree,
            "distinct": True,
            "message": message.strip(),
            "timestamp": at,
            "url": f"{self.plain.web_url}/{repository.full_name}/commit/{sha}",
            "author": {"name": name, "email": email},
            "committer": {"name": committer, "email": committer_email},
            "added": [path for kind, path in changes if kind == "A"],
            "removed": [path for kind, path in changes if kind == "D"],
            "modified": [path for kind, path in changes if kind == "M"],
        }
