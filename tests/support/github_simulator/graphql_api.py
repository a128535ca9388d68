"""GitHub's GraphQL: its own schema, as far as it is used, executed over the simulator's world."""

from dataclasses import dataclass
from typing import Any

from graphql import GraphQLError, GraphQLResolveInfo, build_schema, graphql_sync
from tests.support.github_contract.contract import graphql_schema_text
from tests.support.github_simulator.desk import Call, Desk
from tests.support.github_simulator.exchange import Answer, Refused, Request, refusal
from tests.support.github_simulator.mergeability import look_at_mergeability
from tests.support.github_simulator.model import Account, Permission, PullRequest, Repository, ReviewComment, Token
from tests.support.github_simulator.review_routes import reply_in_thread


@dataclass(frozen=True, slots=True)
class GraphQlApi:
    desk: Desk

    def handle(self, request: Request, token: Token | None) -> Answer:
        if token is None:
            raise refusal(401, "This endpoint requires you to be authenticated.")
        body = request.body or {}
        root = _Root(Call(self.desk, request, {}, token))
        result = graphql_sync(_SCHEMA, body["query"], root, variable_values=body.get("variables"))
        answer: dict[str, Any] = {"data": result.data}
        if result.errors:
            answer["errors"] = [_error(each) for each in result.errors]
        return Answer(200, answer)


Info = GraphQLResolveInfo[Any]
_SCHEMA = build_schema(graphql_schema_text())


class _Root:
    """The fields of `Query` and `Mutation`; each value is shaped as its GraphQL type."""

    def __init__(self, call: Call) -> None:
        self._call = call

    def viewer(self, _: Info) -> dict[str, Any]:
        return _account(self._call.me)

    def repository(self, _: Info, owner: str, name: str, **__: Any) -> dict[str, Any]:
        repository = self._call.desk.world.find_repository(owner, name)
        if repository is None:
            raise _not_resolved(f"Could not resolve to a Repository with the name '{owner}/{name}'.")
        self._require(repository, Permission.READ)
        return self._shown_repository(repository)

    def node(self, _: Info, id: str) -> dict[str, Any]:  # noqa: A002 - GraphQL's own name
        repository, pull_request = self._pull_request(id, Permission.READ)
        return self._shown(repository, pull_request)

    def markPullRequestReadyForReview(self, _: Info, **given: Any) -> dict[str, Any]:  # noqa: N802
        return self._set_draft(given["input"], is_draft=False)

    def convertPullRequestToDraft(self, _: Info, **given: Any) -> dict[str, Any]:  # noqa: N802
        return self._set_draft(given["input"], is_draft=True)

    def addPullRequestReviewThreadReply(self, _: Info, **given: Any) -> dict[str, Any]:  # noqa: N802
        repository, pull_request, first = self._thread(given["input"]["pullRequestReviewThreadId"])
        reply = reply_in_thread(self._call, repository, pull_request, first, given["input"]["body"])
        return {**_echoed(given["input"]), "comment": _comment(reply)}

    def resolveReviewThread(self, _: Info, **given: Any) -> dict[str, Any]:  # noqa: N802
        pull_request, first = self._thread(given["input"]["threadId"])[1:]
        first.is_resolved = True
        return {**_echoed(given["input"]), "thread": _thread(pull_request, first)}

    def _set_draft(self, given: dict[str, Any], *, is_draft: bool) -> dict[str, Any]:
        repository, pull_request = self._pull_request(given["pullRequestId"], Permission.WRITE)
        if is_draft and not repository.supports_drafts:
            raise GraphQLError("Draft pull requests are not supported in this repository.")
        self._call.desk.actions.set_draft(repository, pull_request, self._call.me, is_draft=is_draft)
        return {**_echoed(given), "pullRequest": self._shown(repository, pull_request)}

    def _pull_request(self, node_id: str, needed: Permission) -> tuple[Repository, PullRequest]:
        kind, _, number = node_id.partition("_")
        if kind != "PR" or not number.isdigit():
            raise _not_resolved(f"Could not resolve to a node with the global id of '{node_id}'")
        try:
            repository, pull_request = self._call.desk.world.find_pull_request(int(number))
        except Refused:
            raise _not_resolved(f"Could not resolve to a node with the global id of '{node_id}'") from None
        self._require(repository, Permission.READ if pull_request.issue.author is self._call.me else needed)
        return repository, pull_request

    def _thread(self, node_id: str) -> tuple[Repository, PullRequest, ReviewComment]:
        for repository in self._call.desk.world.repositories.values():
            for pull_request in repository.pull_requests:
                for comment in pull_request.review_comments:
                    if comment.in_reply_to is None and node_id == f"PRRT_{comment.comment_id}":
                        self._require(repository, Permission.READ)
                        return repository, pull_request, comment
        raise _not_resolved(f"Could not resolve to a node with the global id of '{node_id}'")

    def _require(self, repository: Repository, needed: Permission) -> None:
        try:
            self._call.desk.access.require(self._call.token, repository, needed, "pull_requests")
        except Refused as refused:
            raise GraphQLError(refused.answer.body["message"], extensions={"type": "FORBIDDEN"}) from None

    def _shown_repository(self, repository: Repository) -> dict[str, Any]:
        def pull_request(_: Info, number: int) -> dict[str, Any]:
            issue = repository.issues.get(number)
            if issue is None or issue.pull_request is None:
                raise _not_resolved(f"Could not resolve to a PullRequest with the number of {number}.")
            return self._shown(repository, issue.pull_request)

        return {
            "__typename": "Repository",
            "id": f"R_{repository.repository_id}",
            "databaseId": repository.repository_id,
            "name": repository.name,
            "nameWithOwner": repository.full_name,
            "isArchived": repository.is_archived,
            "isPrivate": repository.is_private,
            "url": f"{self._call.desk.views.web_url}/{repository.full_name}",
            "pullRequest": pull_request,
        }

    def _shown(self, repository: Repository, pull_request: PullRequest) -> dict[str, Any]:
        issue = pull_request.issue
        mergeable = look_at_mergeability(self._call.desk.world.git, repository, pull_request).mergeable
        first = [each for each in pull_request.review_comments if each.in_reply_to is None]
        return {
            "__typename": "PullRequest",
            "id": pull_request.node_id,
            "databaseId": pull_request.pull_request_id,
            "number": issue.number,
            "title": issue.title,
            "body": issue.body or "",
            "url": f"{self._call.desk.views.web_url}/{repository.full_name}/pull/{issue.number}",
            "author": _account(issue.author),
            "isDraft": pull_request.is_draft,
            "closed": issue.state == "closed",
            "merged": pull_request.merged_at is not None,
            "state": "MERGED" if pull_request.merged_at else issue.state.upper(),
            "mergeable": {None: "UNKNOWN", True: "MERGEABLE", False: "CONFLICTING"}[mergeable],
            "reviewThreads": _connection([_thread(pull_request, each) for each in first]),
        }


def _thread(pull_request: PullRequest, first: ReviewComment) -> dict[str, Any]:
    replies = [each for each in pull_request.review_comments if each.in_reply_to == first.comment_id]
    return {
        "id": f"PRRT_{first.comment_id}",
        "isResolved": first.is_resolved,
        "isOutdated": first.commit_sha != pull_request.head_sha,
        "path": first.path,
        "line": first.line,
        "comments": _connection([_comment(each) for each in (first, *replies)]),
    }


def _comment(comment: ReviewComment) -> dict[str, Any]:
    return {
        "id": f"PRRC_{comment.comment_id}",
        "databaseId": comment.comment_id,
        "body": comment.body,
        "path": comment.path,
        "author": _account(comment.author),
    }


def _account(account: Account) -> dict[str, Any]:
    kind = "User" if account.kind == "User" else account.kind
    return {"__typename": kind, "id": account.node_id, "databaseId": account.account_id, "login": account.login}


def _connection(nodes: list[dict[str, Any]]) -> dict[str, Any]:
    return {"nodes": nodes, "totalCount": len(nodes), "pageInfo": {"hasNextPage": False, "hasPreviousPage": False}}


def _echoed(given: dict[str, Any]) -> dict[str, Any]:
    return {"clientMutationId": given.get("clientMutationId")}


def _not_resolved(message: str) -> GraphQLError:
    return GraphQLError(message, extensions={"type": "NOT_FOUND"})


def _error(error: GraphQLError) -> dict[str, Any]:
    shown: dict[str, Any] = {"message": error.message, "path": error.path}
    shown["locations"] = [{"line": each.line, "column": each.column} for each in error.locations or []]
    kind = (error.extensions or {}).get("type")
    return {"type": kind, **shown} if kind else shown
