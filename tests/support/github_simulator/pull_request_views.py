"""Pull requests, reviews and checks as GitHub shows them."""

from dataclasses import dataclass

from tests.support.github_simulator.mergeability import Figures, Mergeability
from tests.support.github_simulator.model import (
    CheckRun,
    CommitStatus,
    PullRequest,
    Repository,
    Review,
    ReviewComment,
)
from tests.support.github_simulator.views import Json, Views, association, moment, moment_or_none


@dataclass(frozen=True, slots=True)
class PullRequestViews:
    plain: Views

    def simple(self, repository: Repository, pull_request: PullRequest) -> Json:
        issue, plain = pull_request.issue, self.plain
        url = self._url(repository, pull_request)
        web = f"{plain.web_url}/{repository.full_name}/pull/{issue.number}"
        issue_url = f"{plain.repository_url(repository)}/issues/{issue.number}"
        statuses = f"{plain.repository_url(repository)}/statuses/{pull_request.head_sha}"
        links = {
            "self": url,
            "html": web,
            "issue": issue_url,
            "comments": f"{issue_url}/comments",
            "review_comments": f"{url}/comments",
            "review_comment": f"{plain.repository_url(repository)}/pulls/comments{{/number}}",
            "commits": f"{url}/commits",
            "statuses": statuses,
        }
        return {
            "id": pull_request.pull_request_id,
            "node_id": pull_request.node_id,
            "url": url,
            "html_url": web,
            "diff_url": f"{web}.diff",
            "patch_url": f"{web}.patch",
            "issue_url": issue_url,
            "number": issue.number,
            "state": issue.state,
            "locked": False,
            "active_lock_reason": None,
            "title": issue.title,
            "body": issue.body,
            "user": plain.account(issue.author),
            "labels": [plain.label(repository, each) for each in issue.labels],
            "milestone": None,
            "assignee": plain.account_or_none(next(iter(issue.assignees), None)),
            "assignees": [plain.account(each) for each in issue.assignees],
            "requested_reviewers": [plain.account(each) for each in pull_request.requested_reviewers],
            "requested_teams": [],
            "head": self._end(pull_request.head_repository, pull_request.head_branch, pull_request.head_sha),
            "base": self._end(repository, pull_request.base_branch, pull_request.base_sha),
            "draft": pull_request.is_draft,
            "auto_merge": None,
            "author_association": association(repository, issue.author),
            "created_at": moment(issue.created_at),
            "updated_at": moment(issue.updated_at),
            "closed_at": moment_or_none(issue.closed_at),
            "merged_at": moment_or_none(pull_request.merged_at),
            "merge_commit_sha": pull_request.merge_commit_sha,
            "commits_url": links["commits"],
            "review_comments_url": links["review_comments"],
            "review_comment_url": links["review_comment"],
            "comments_url": links["comments"],
            "statuses_url": statuses,
            "_links": {name: {"href": link} for name, link in links.items()},
        }

    def full(
        self, repository: Repository, pull_request: PullRequest, mergeability: Mergeability, figures: Figures
    ) -> Json:
        return {
            **self.simple(repository, pull_request),
            "merged": pull_request.merged_at is not None,
            "mergeable": mergeability.mergeable,
            "rebaseable": mergeability.mergeable,
            "mergeable_state": mergeability.state,
            "merged_by": self.plain.account_or_none(pull_request.merged_by),
            "comments": len(pull_request.issue.comments),
            "review_comments": len(pull_request.review_comments),
            "maintainer_can_modify": pull_request.maintainer_can_modify,
            "commits": figures.commits,
            "additions": figures.additions,
            "deletions": figures.deletions,
            "changed_files": figures.changed_files,
        }

    def review(self, repository: Repository, pull_request: PullRequest, review: Review) -> Json:
        url = self._url(repository, pull_request)
        web = f"{self.plain.web_url}/{repository.full_name}/pull/{pull_request.issue.number}"
        html_url = f"{web}#pullrequestreview-{review.review_id}"
        view = {
            "id": review.review_id,
            "node_id": f"PRR_{review.review_id}",
            "user": self.plain.account(review.author),
            "body": review.body,
            "state": review.state,
            "html_url": html_url,
            "pull_request_url": url,
            "author_association": association(repository, review.author),
            "_links": {"html": {"href": html_url}, "pull_request": {"href": url}},
            "commit_id": review.commit_sha,
        }
        if review.submitted_at is not None:
            view["submitted_at"] = moment(review.submitted_at)
        return view

    def review_comment(self, repository: Repository, pull_request: PullRequest, comment: ReviewComment) -> Json:
        pull_url = self._url(repository, pull_request)
        url = f"{self.plain.repository_url(repository)}/pulls/comments/{comment.comment_id}"
        web = f"{self.plain.web_url}/{repository.full_name}/pull/{pull_request.issue.number}"
        html_url = f"{web}#discussion_r{comment.comment_id}"
        view = {
            "id": comment.comment_id,
            "node_id": f"PRRC_{comment.comment_id}",
            "url": url,
            "html_url": html_url,
            "pull_request_url": pull_url,
            "pull_request_review_id": comment.review_id,
            "diff_hunk": comment.diff_hunk,
            "path": comment.path,
            "commit_id": comment.commit_sha,
            "original_commit_id": comment.commit_sha,
            "user": self.plain.account(comment.author),
            "body": comment.body,
            "created_at": moment(comment.created_at),
            "updated_at": moment(comment.updated_at),
            "author_association": association(repository, comment.author),
            "_links": {"self": {"href": url}, "html": {"href": html_url}, "pull_request": {"href": pull_url}},
            "reactions": self.plain.reactions(url),
            "side": comment.side,
            "start_line": comment.start_line,
            "original_start_line": comment.start_line,
            "start_side": comment.side if comment.start_line is not None else None,
            "subject_type": "line" if comment.line is not None else "file",
            "position": 1,
            "original_position": 1,
        }
        if comment.line is not None:
            view["line"] = view["original_line"] = comment.line
        if comment.in_reply_to is not None:
            view["in_reply_to_id"] = comment.in_reply_to
        return view

    def check_run(self, repository: Repository, run: CheckRun) -> Json:
        url = f"{self.plain.repository_url(repository)}/check-runs/{run.check_run_id}"
        web = f"{self.plain.web_url}/{repository.full_name}/runs/{run.check_run_id}"
        return {
            "id": run.check_run_id,
            "node_id": f"CR_{run.check_run_id}",
            "head_sha": run.head_sha,
            "external_id": "",
            "url": url,
            "html_url": web,
            "details_url": run.details_url or web,
            "status": run.status,
            "conclusion": run.conclusion,
            "started_at": moment(run.started_at),
            "completed_at": moment_or_none(run.completed_at),
            "output": {
                **dict.fromkeys(("title", "summary", "text")),
                "annotations_count": 0,
                "annotations_url": f"{url}/annotations",
                **run.output,
            },
            "name": run.name,
            "check_suite": {"id": run.check_run_id},
            "app": None,
            "pull_requests": [],
        }

    def status(self, repository: Repository, status: CommitStatus, *, with_creator: bool) -> Json:
        view = {
            "url": f"{self.plain.repository_url(repository)}/statuses/{status.sha}",
            "avatar_url": self.plain.account(status.author)["avatar_url"],
            "id": status.status_id,
            "node_id": f"SC_{status.status_id}",
            "state": status.state,
            "description": status.description,
            "target_url": status.target_url,
            "context": status.context,
            "created_at": moment(status.created_at),
            "updated_at": moment(status.created_at),
        }
        if with_creator:
            view["creator"] = self.plain.account(status.author)
        return view

    def _url(self, repository: Repository, pull_request: PullRequest) -> str:
        return f"{self.plain.repository_url(repository)}/pulls/{pull_request.issue.number}"

    def _end(self, repository: Repository, branch: str, sha: str) -> Json:
        return {
            "label": f"{repository.owner.login}:{branch}",
            "ref": branch,
            "sha": sha,
            "user": self.plain.account(repository.owner),
            "repo": self.plain.repository(repository),
        }
