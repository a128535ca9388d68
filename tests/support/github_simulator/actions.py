"""What people do on GitHub, over the API or in the browser, and the webhooks that tell of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tests.support.github_simulator.exchange import merge_refusal, validation_failed
from tests.support.github_simulator.git_store import Identity, MergeImpossible
from tests.support.github_simulator.model import (
    Account,
    Comment,
    Issue,
    Permission,
    PullRequest,
    Repository,
    Review,
    ReviewComment,
)
from tests.support.github_simulator.webhooks import Webhooks
from tests.support.github_simulator.world import World

_NOTHING = "0" * 40


@dataclass(frozen=True, slots=True)
class NewReviewComment:
    path: str
    body: str
    line: int | None
    side: str = "RIGHT"
    start_line: int | None = None
    in_reply_to: int | None = None


@dataclass(frozen=True, slots=True)
class Actions:
    world: World
    webhooks: Webhooks

    def open_issue(self, repository: Repository, author: Account, title: str, body: str | None = None) -> Issue:
        issue = self.world.add_issue(repository, author, title, body)
        self.webhooks.issue("opened", repository, issue, author)
        return issue

    def comment(self, repository: Repository, issue: Issue, author: Account, body: str) -> Comment:
        comment = self.world.add_comment(issue, author, body)
        self.webhooks.comment("created", repository, issue, comment, author)
        return comment

    def edit_comment(self, repository: Repository, issue: Issue, comment: Comment, by: Account, body: str) -> None:
        before, comment.body, comment.updated_at = comment.body, body, self.world.now()
        self.webhooks.comment("edited", repository, issue, comment, by, changes={"body": {"from": before}})

    def delete_comment(self, repository: Repository, issue: Issue, comment: Comment, by: Account) -> None:
        issue.comments.remove(comment)
        self.webhooks.comment("deleted", repository, issue, comment, by)

    def delete_issue(self, repository: Repository, issue: Issue, by: Account) -> None:
        self.webhooks.issue("deleted", repository, issue, by)

    def set_labels(self, repository: Repository, issue: Issue, by: Account, names: Sequence[str]) -> None:
        before = list(issue.labels)
        issue.labels = [self.world.label(repository, name) for name in dict.fromkeys(names)]
        issue.updated_at = self.world.now()
        for label in issue.labels:
            if label not in before:
                self.webhooks.labeled("labeled", repository, issue, label, by)
        for label in before:
            if label not in issue.labels:
                self.webhooks.labeled("unlabeled", repository, issue, label, by)

    def add_labels(self, repository: Repository, issue: Issue, by: Account, names: Sequence[str]) -> None:
        self.set_labels(repository, issue, by, [*(label.name for label in issue.labels), *names])

    def set_state(self, repository: Repository, issue: Issue, by: Account, state: Literal["open", "closed"]) -> None:
        if issue.state == state:
            return
        issue.state, issue.updated_at = state, self.world.now()
        issue.closed_at = self.world.now() if state == "closed" else None
        issue.closed_by = by if state == "closed" else None
        if state == "closed" and issue.pull_request is not None:
            self.webhooks.pull_request("closed", repository, issue.pull_request, by)
        elif issue.pull_request is None:
            issue.state_reason = "completed" if state == "closed" else "reopened"
            self.webhooks.issue("closed" if state == "closed" else "reopened", repository, issue, by)

    def edit_issue(self, repository: Repository, issue: Issue, by: Account, *, title: str, body: str | None) -> None:
        before = {"title": issue.title, "body": issue.body or ""}
        issue.title, issue.body, issue.updated_at = title, body, self.world.now()
        after = {"title": issue.title, "body": issue.body or ""}
        changes = {name: {"from": text} for name, text in before.items() if text != after[name]}
        if changes and issue.pull_request is None:
            self.webhooks.issue("edited", repository, issue, by, changes=changes)

    def rename(self, repository: Repository, by: Account, name: str) -> None:
        before = repository.name
        self.world.move_repository(repository, repository.owner, name)
        self.webhooks.repository("renamed", repository, by, repository={"name": {"from": before}})

    def transfer(self, repository: Repository, by: Account, owner: Account) -> None:
        before = self.webhooks.shown(repository.owner)
        repository.collaborators[repository.owner.login] = Permission.ADMIN
        self.world.move_repository(repository, owner, repository.name)
        self.webhooks.repository("transferred", repository, by, owner={"from": {"user": before}})

    def open_pull_request(
        self,
        repository: Repository,
        author: Account,
        title: str,
        body: str | None,
        head_repository: Repository,
        head_branch: str,
        base_branch: str,
        *,
        is_draft: bool,
    ) -> PullRequest:
        git = self.world.git
        head = git.sha(head_repository.path, f"refs/heads/{head_branch}")
        base = git.sha(repository.path, f"refs/heads/{base_branch}")
        self._refuse_pull_request(repository, head_repository, head_branch, base_branch, head, base)
        if is_draft and not repository.supports_drafts:
            raise validation_failed(message="Draft pull requests are not supported in this repository.")
        assert head is not None
        assert base is not None
        git.fetch(head_repository.path, repository.path, f"+{head}:refs/pull/{len(repository.issues) + 1}/head")
        if git.is_ancestor(repository.path, head, base):
            raise validation_failed(_custom(f"No commits between {base_branch} and {head_branch}"))
        issue = self.world.add_issue(repository, author, title, body)
        pull_request = PullRequest(
            self.world.new_id(), issue, head_repository, head_branch, head, base_branch, base, is_draft
        )
        issue.pull_request = pull_request
        self.webhooks.pull_request("opened", repository, pull_request, author)
        return pull_request

    def _refuse_pull_request(
        self,
        repository: Repository,
        head_repository: Repository,
        head_branch: str,
        base_branch: str,
        head: str | None,
        base: str | None,
    ) -> None:
        if head is None:
            raise validation_failed({"resource": "PullRequest", "field": "head", "code": "invalid"})
        if base is None:
            raise validation_failed({"resource": "PullRequest", "field": "base", "code": "invalid"})
        for each in repository.pull_requests:
            ends = (each.head_repository, each.head_branch, each.base_branch)
            if each.issue.state == "open" and ends == (head_repository, head_branch, base_branch):
                owner = head_repository.owner.login
                raise validation_failed(_custom(f"A pull request already exists for {owner}:{head_branch}."))

    def set_draft(self, repository: Repository, pull_request: PullRequest, by: Account, *, is_draft: bool) -> None:
        if pull_request.is_draft == is_draft:
            return
        pull_request.is_draft = is_draft
        pull_request.issue.updated_at = self.world.now()
        self.webhooks.pull_request(
            "converted_to_draft" if is_draft else "ready_for_review", repository, pull_request, by
        )

    def request_reviewers(
        self, repository: Repository, pull_request: PullRequest, by: Account, reviewers: Sequence[Account]
    ) -> None:
        for reviewer in reviewers:
            if reviewer is pull_request.issue.author:
                raise validation_failed(message="Review cannot be requested from pull request author.")
            allowed = repository.owner is reviewer or reviewer.login in {
                **repository.collaborators,
                **repository.owner.members,
            }
            if not allowed:
                raise validation_failed(
                    message="Reviews may only be requested from collaborators. One or more of the users or teams you "
                    f"specified is not a collaborator of the {repository.full_name} repository."
                )
            if reviewer not in pull_request.requested_reviewers:
                pull_request.requested_reviewers.append(reviewer)
                self.webhooks.review_requested(repository, pull_request, reviewer, by)

    def review(
        self,
        repository: Repository,
        pull_request: PullRequest,
        author: Account,
        state: str,
        body: str = "",
        comments: Sequence[NewReviewComment] = (),
    ) -> Review:
        review = Review(self.world.new_id(), author, body, state, pull_request.head_sha, self.world.now())
        pull_request.reviews.append(review)
        if author in pull_request.requested_reviewers:
            pull_request.requested_reviewers.remove(author)
        written = [self._add_review_comment(pull_request, review, author, each) for each in comments]
        self.webhooks.review(repository, pull_request, review, author)
        for comment in written:
            self.webhooks.review_comment(repository, pull_request, comment, author)
        return review

    def review_comment(
        self, repository: Repository, pull_request: PullRequest, author: Account, new: NewReviewComment
    ) -> ReviewComment:
        """GitHub wraps a lone comment into a review of its own."""
        review = Review(self.world.new_id(), author, "", "COMMENTED", pull_request.head_sha, self.world.now())
        pull_request.reviews.append(review)
        comment = self._add_review_comment(pull_request, review, author, new)
        self.webhooks.review_comment(repository, pull_request, comment, author)
        return comment

    def _add_review_comment(
        self, pull_request: PullRequest, review: Review, author: Account, new: NewReviewComment
    ) -> ReviewComment:
        comment = ReviewComment(
            comment_id=self.world.new_id(),
            review_id=review.review_id,
            author=author,
            body=new.body,
            path=new.path,
            line=new.line,
            side=new.side,
            commit_sha=pull_request.head_sha,
            diff_hunk=f"@@ -0,0 +1,{new.line or 1} @@",
            created_at=self.world.now(),
            updated_at=self.world.now(),
            in_reply_to=new.in_reply_to,
            start_line=new.start_line,
        )
        pull_request.review_comments.append(comment)
        return comment

    def merge(
        self,
        repository: Repository,
        pull_request: PullRequest,
        by: Account,
        method: str = "merge",
        *,
        title: str | None = None,
        message: str | None = None,
    ) -> str:
        if method not in repository.allows:
            raise merge_refusal(405, f"{method.title()} merges are not allowed on this repository.")
        if pull_request.is_draft:
            raise merge_refusal(405, "Pull Request is still a draft")
        if pull_request.issue.state != "open":
            raise merge_refusal(405, "Pull Request is not mergeable")
        try:
            sha = self._merge_in_git(repository, pull_request, by, method, title, message)
        except MergeImpossible:
            raise merge_refusal(405, "Pull Request is not mergeable") from None
        pull_request.merged_at, pull_request.merged_by = self.world.now(), by
        pull_request.merge_commit_sha = sha
        self.set_state(repository, pull_request.issue, by, "closed")
        return sha

    def _merge_in_git(
        self,
        repository: Repository,
        pull_request: PullRequest,
        by: Account,
        method: str,
        title: str | None,
        message: str | None,
    ) -> str:
        git, issue = self.world.git, pull_request.issue
        author = identity_of(by)
        path, base, head = repository.path, pull_request.base_branch, pull_request.head_sha
        before = git.branches(path)
        if method == "rebase":
            sha = git.rebase(path, base, head, author)
        elif method == "squash":
            text = f"{title or f'{issue.title} (#{issue.number})'}\n\n{message or issue.body or ''}"
            sha = git.squash(path, base, head, text, author)
        else:
            whence = f"{pull_request.head_repository.owner.login}/{pull_request.head_branch}"
            text = f"{title or f'Merge pull request #{issue.number} from {whence}'}\n\n{message or issue.title}"
            sha = git.merge(path, base, head, text, author)
        self.pushed(repository, by, before, git.branches(path))
        return sha

    def commit(self, repository: Repository, by: Account, branch: str, files: dict[str, str], message: str) -> str:
        git = self.world.git
        before = git.branches(repository.path)
        sha = git.commit_files(repository.path, branch, files, message, identity_of(by))
        self.pushed(repository, by, before, git.branches(repository.path))
        return sha

    def pushed(self, repository: Repository, by: Account, before: Mapping[str, str], after: Mapping[str, str]) -> None:
        """Branches have moved: pull requests follow, and whoever listens is told."""
        repository.pushed_at = self.world.now()
        for branch in sorted({*before, *after}):
            old, new = before.get(branch, _NOTHING), after.get(branch, _NOTHING)
            if old != new:
                self.webhooks.push(repository, branch, old, new, by)
                self._follow(repository, branch, new, by)

    def _follow(self, head_repository: Repository, branch: str, new: str, by: Account) -> None:
        for repository in self.world.repositories.values():
            for each in repository.pull_requests:
                if each.issue.state == "open" and (each.head_repository, each.head_branch) == (head_repository, branch):
                    self._follow_one(repository, each, new, by)

    def _follow_one(self, repository: Repository, pull_request: PullRequest, new: str, by: Account) -> None:
        if new == _NOTHING:
            self.set_state(repository, pull_request.issue, by, "closed")
            return
        before, pull_request.head_sha = pull_request.head_sha, new
        ref = f"refs/pull/{pull_request.issue.number}/head"
        self.world.git.fetch(pull_request.head_repository.path, repository.path, f"+{new}:{ref}")
        pull_request.issue.updated_at = self.world.now()
        self.webhooks.synchronize(repository, pull_request, before, new, by)


def identity_of(account: Account) -> Identity:
    return Identity(account.name or account.login, account.email or f"{account.login}@users.noreply.github.com")


def _custom(message: str) -> dict[str, Any]:
    return {"resource": "PullRequest", "code": "custom", "message": message}
