"""Accounts, repositories and issues as GitHub shows them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import quote

from tests.support.github_simulator.model import Account, Comment, Issue, Label, Permission, Repository

Json = dict[str, Any]

_REPOSITORY_LINKS = {
    "archive_url": "/{archive_format}{/ref}",
    "assignees_url": "/assignees{/user}",
    "blobs_url": "/git/blobs{/sha}",
    "branches_url": "/branches{/branch}",
    "collaborators_url": "/collaborators{/collaborator}",
    "comments_url": "/comments{/number}",
    "commits_url": "/commits{/sha}",
    "compare_url": "/compare/{base}...{head}",
    "contents_url": "/contents/{+path}",
    "contributors_url": "/contributors",
    "deployments_url": "/deployments",
    "downloads_url": "/downloads",
    "events_url": "/events",
    "forks_url": "/forks",
    "git_commits_url": "/git/commits{/sha}",
    "git_refs_url": "/git/refs{/sha}",
    "git_tags_url": "/git/tags{/sha}",
    "hooks_url": "/hooks",
    "issue_comment_url": "/issues/comments{/number}",
    "issue_events_url": "/issues/events{/number}",
    "issues_url": "/issues{/number}",
    "keys_url": "/keys{/key_id}",
    "labels_url": "/labels{/name}",
    "languages_url": "/languages",
    "merges_url": "/merges",
    "milestones_url": "/milestones{/number}",
    "notifications_url": "/notifications{?since,all,participating}",
    "pulls_url": "/pulls{/number}",
    "releases_url": "/releases{/id}",
    "stargazers_url": "/stargazers",
    "statuses_url": "/statuses/{sha}",
    "subscribers_url": "/subscribers",
    "subscription_url": "/subscription",
    "tags_url": "/tags",
    "teams_url": "/teams",
    "trees_url": "/git/trees{/sha}",
}
_USER_LINKS = {
    "events_url": "/events{/privacy}",
    "followers_url": "/followers",
    "following_url": "/following{/other_user}",
    "gists_url": "/gists{/gist_id}",
    "organizations_url": "/orgs",
    "received_events_url": "/received_events",
    "repos_url": "/repos",
    "starred_url": "/starred{/owner}{/repo}",
    "subscriptions_url": "/subscriptions",
}
_REACTIONS = ("+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes")


def moment(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def moment_or_none(at: datetime | None) -> str | None:
    return moment(at) if at is not None else None


@dataclass(frozen=True, slots=True)
class Views:
    api_url: str
    web_url: str

    def account(self, account: Account) -> Json:
        url = f"{self.api_url}/users/{quote(account.login)}"
        return {
            "login": account.login,
            "id": account.account_id,
            "node_id": account.node_id,
            "avatar_url": f"{self.web_url}/avatars/u/{account.account_id}",
            "gravatar_id": "",
            "url": url,
            "html_url": f"{self.web_url}/{quote(account.login)}",
            **{name: url + rest for name, rest in _USER_LINKS.items()},
            "type": account.kind,
            "site_admin": False,
        }

    def account_or_none(self, account: Account | None) -> Json | None:
        return self.account(account) if account is not None else None

    def public_user(self, account: Account) -> Json:
        return {
            **self.account(account),
            **dict.fromkeys(("bio", "company", "hireable", "location")),
            "blog": "",
            "email": account.email,
            "name": account.name,
            **dict.fromkeys(("followers", "following", "public_gists", "public_repos"), 0),
            "created_at": moment(account.created_at),
            "updated_at": moment(account.created_at),
        }

    def private_user(self, account: Account) -> Json:
        counts = ("collaborators", "disk_usage", "owned_private_repos", "private_gists", "total_private_repos")
        return {**self.public_user(account), **dict.fromkeys(counts, 0), "two_factor_authentication": True}

    def repository_url(self, repository: Repository) -> str:
        return f"{self.api_url}/repos/{repository.full_name}"

    def minimal_repository(self, repository: Repository) -> Json:
        url = self.repository_url(repository)
        return {
            "id": repository.repository_id,
            "node_id": f"R_{repository.repository_id}",
            "name": repository.name,
            "full_name": repository.full_name,
            "private": repository.is_private,
            "owner": self.account(repository.owner),
            "html_url": f"{self.web_url}/{repository.full_name}",
            "description": None,
            "fork": repository.parent is not None,
            "url": url,
            **{name: url + rest for name, rest in _REPOSITORY_LINKS.items()},
        }

    def repository(self, repository: Repository, permission: Permission | None = None) -> Json:
        web, open_issues = f"{self.web_url}/{repository.full_name}", _count_open(repository)
        view = {
            **self.minimal_repository(repository),
            "clone_url": f"{web}.git",
            "git_url": f"{web}.git".replace("http", "git", 1),
            "ssh_url": f"git@{self.web_url.split('//')[1].split(':')[0]}:{repository.full_name}.git",
            "svn_url": web,
            **dict.fromkeys(("homepage", "language", "mirror_url", "license")),
            **dict.fromkeys(("forks", "forks_count", "stargazers_count", "watchers", "watchers_count", "size"), 0),
            "default_branch": repository.default_branch,
            "open_issues": open_issues,
            "open_issues_count": open_issues,
            "is_template": False,
            "topics": [],
            **dict.fromkeys(("has_issues", "has_projects", "has_wiki", "has_downloads"), True),
            **dict.fromkeys(("has_pages", "has_discussions", "disabled", "web_commit_signoff_required"), False),
            "archived": repository.is_archived,
            "visibility": "private" if repository.is_private else "public",
            "allow_forking": True,
            "pushed_at": moment(repository.pushed_at),
            "created_at": moment(repository.created_at),
            "updated_at": moment(repository.pushed_at),
        }
        if permission is not None:
            view["permissions"] = permissions(permission)
        return view

    def full_repository(self, repository: Repository, permission: Permission) -> Json:
        view = {
            **self.repository(repository, permission),
            "network_count": 0,
            "subscribers_count": 0,
            "allow_merge_commit": "merge" in repository.allows,
            "allow_squash_merge": "squash" in repository.allows,
            "allow_rebase_merge": "rebase" in repository.allows,
            "allow_auto_merge": False,
            "delete_branch_on_merge": False,
        }
        if repository.owner.kind == "Organization":
            view["organization"] = self.account(repository.owner)
        if repository.parent is not None:
            view["parent"] = view["source"] = self.repository(repository.parent)
        return view

    def label(self, repository: Repository, label: Label) -> Json:
        return {
            "id": label.label_id,
            "node_id": f"LA_{label.label_id}",
            "url": f"{self.repository_url(repository)}/labels/{quote(label.name)}",
            "name": label.name,
            "description": label.description or "",
            "color": label.color,
            "default": False,
        }

    def issue(self, repository: Repository, issue: Issue) -> Json:
        url = f"{self.repository_url(repository)}/issues/{issue.number}"
        kind = "pull" if issue.pull_request else "issues"
        view = {
            "id": issue.issue_id,
            "node_id": f"I_{issue.issue_id}",
            "url": url,
            "repository_url": self.repository_url(repository),
            "labels_url": url + "/labels{/name}",
            "comments_url": f"{url}/comments",
            "events_url": f"{url}/events",
            "timeline_url": f"{url}/timeline",
            "html_url": f"{self.web_url}/{repository.full_name}/{kind}/{issue.number}",
            "number": issue.number,
            "state": issue.state,
            "state_reason": issue.state_reason,
            "title": issue.title,
            "body": issue.body,
            "user": self.account(issue.author),
            "labels": [self.label(repository, each) for each in issue.labels],
            "assignee": self.account_or_none(next(iter(issue.assignees), None)),
            "assignees": [self.account(each) for each in issue.assignees],
            "milestone": None,
            "locked": False,
            "active_lock_reason": None,
            "comments": len(issue.comments),
            "closed_at": moment_or_none(issue.closed_at),
            "closed_by": self.account_or_none(issue.closed_by),
            "created_at": moment(issue.created_at),
            "updated_at": moment(issue.updated_at),
            "author_association": association(repository, issue.author),
            "performed_via_github_app": None,
            "reactions": self.reactions(url),
        }
        if issue.pull_request is not None:
            view["draft"] = issue.pull_request.is_draft
            view["pull_request"] = self._pull_request_links(repository, issue)
        return view

    def comment(self, repository: Repository, issue: Issue, comment: Comment) -> Json:
        kind = "pull" if issue.pull_request else "issues"
        url = f"{self.repository_url(repository)}/issues/comments/{comment.comment_id}"
        web = f"{self.web_url}/{repository.full_name}/{kind}/{issue.number}"
        return {
            "id": comment.comment_id,
            "node_id": f"IC_{comment.comment_id}",
            "url": url,
            "html_url": f"{web}#issuecomment-{comment.comment_id}",
            "issue_url": f"{self.repository_url(repository)}/issues/{issue.number}",
            "body": comment.body,
            "user": self.account(comment.author),
            "created_at": moment(comment.created_at),
            "updated_at": moment(comment.updated_at),
            "author_association": association(repository, comment.author),
            "performed_via_github_app": None,
            "reactions": self.reactions(url),
        }

    def reactions(self, url: str) -> Json:
        return {"url": f"{url}/reactions", "total_count": 0, **dict.fromkeys(_REACTIONS, 0)}

    def _pull_request_links(self, repository: Repository, issue: Issue) -> Json:
        assert issue.pull_request is not None
        web = f"{self.web_url}/{repository.full_name}/pull/{issue.number}"
        return {
            "url": f"{self.repository_url(repository)}/pulls/{issue.number}",
            "html_url": web,
            "diff_url": f"{web}.diff",
            "patch_url": f"{web}.patch",
            "merged_at": moment_or_none(issue.pull_request.merged_at),
        }


def permissions(held: Permission) -> Json:
    return {
        "admin": held >= Permission.ADMIN,
        "maintain": held >= Permission.MAINTAIN,
        "push": held >= Permission.WRITE,
        "triage": held >= Permission.TRIAGE,
        "pull": held >= Permission.READ,
    }


def association(repository: Repository, account: Account) -> str:
    if repository.owner is account:
        return "OWNER"
    if account.login in repository.owner.members:
        return "MEMBER"
    return "COLLABORATOR" if account.login in repository.collaborators else "NONE"


def _count_open(repository: Repository) -> int:
    return sum(each.state == "open" for each in repository.issues.values())
