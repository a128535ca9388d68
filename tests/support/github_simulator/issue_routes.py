"""Issues, comments, labels, search."""

from collections.abc import Sequence

from tests.support.github_simulator.desk import Call, Handler
from tests.support.github_simulator.exchange import Answer, not_found, refusal, validation_failed
from tests.support.github_simulator.issue_search import found_issues
from tests.support.github_simulator.model import Comment, Issue, Permission, Repository
from tests.support.github_simulator.pages import one_page, paged
from tests.support.github_simulator.views import Json


def list_issues(call: Call) -> Answer:
    """Pull requests among them, as on GitHub."""
    repository, query = call.repository(subject="issues"), call.request.query
    state, labels = query.get("state", "open"), [each for each in query.get("labels", "").split(",") if each]
    chosen = [
        issue
        for issue in repository.issues.values()
        if state in {"all", issue.state} and set(labels) <= {label.name for label in issue.labels}
    ]
    chosen.sort(key=lambda issue: issue.number, reverse=query.get("direction", "desc") == "desc")
    return paged(call.request, [call.desk.views.issue(repository, each) for each in chosen])


def get_issue(call: Call) -> Answer:
    repository = call.repository(subject="issues")
    return Answer(200, call.desk.views.issue(repository, call.issue(repository)))


def create_issue(call: Call) -> Answer:
    repository = call.take_part("issues")
    body = call.request.body
    issue = call.desk.actions.open_issue(repository, call.me, str(body["title"]), body.get("body"))
    if body.get("labels"):
        call.desk.actions.add_labels(repository, issue, call.me, _names(body["labels"]))
    return Answer(201, call.desk.views.issue(repository, issue))


def update_issue(call: Call) -> Answer:
    repository = call.take_part("issues")
    issue, body = call.issue(repository), call.request.body or {}
    call.desk.actions.edit_issue(
        repository, issue, call.me, title=body.get("title", issue.title), body=body.get("body", issue.body)
    )
    if "labels" in body:
        call.desk.actions.set_labels(repository, issue, call.me, _names(body["labels"]))
    if "state" in body:
        call.desk.actions.set_state(repository, issue, call.me, body["state"])
    issue.updated_at = call.desk.world.now()
    return Answer(200, call.desk.views.issue(repository, issue))


def list_comments(call: Call) -> Answer:
    repository = call.repository(subject="issues")
    issue = call.issue(repository)
    return paged(call.request, [call.desk.views.comment(repository, issue, each) for each in issue.comments])


def create_comment(call: Call) -> Answer:
    repository = call.take_part("issues")
    issue, body = call.issue(repository), str(call.request.field("body", ""))
    if not body.strip():
        raise validation_failed({"resource": "IssueComment", "field": "body", "code": "missing_field"})
    comment = call.desk.actions.comment(repository, issue, call.me, body)
    return Answer(201, call.desk.views.comment(repository, issue, comment))


def get_comment(call: Call) -> Answer:
    repository = call.repository(subject="issues")
    issue, comment = _comment(call, repository)
    return Answer(200, call.desk.views.comment(repository, issue, comment))


def update_comment(call: Call) -> Answer:
    repository = call.take_part("issues")
    issue, comment = _comment(call, repository)
    _require_authorship(call, repository, comment)
    call.desk.actions.edit_comment(repository, issue, comment, call.me, str(call.request.field("body")))
    return Answer(200, call.desk.views.comment(repository, issue, comment))


def delete_comment(call: Call) -> Answer:
    repository = call.take_part("issues")
    issue, comment = _comment(call, repository)
    _require_authorship(call, repository, comment)
    call.desk.actions.delete_comment(repository, issue, comment, call.me)
    return Answer(204)


def list_repository_labels(call: Call) -> Answer:
    repository = call.repository(subject="issues")
    return paged(call.request, [call.desk.views.label(repository, each) for each in repository.labels])


def list_issue_labels(call: Call) -> Answer:
    repository = call.repository(subject="issues")
    issue = call.issue(repository)
    return paged(call.request, [call.desk.views.label(repository, each) for each in issue.labels])


def add_labels(call: Call) -> Answer:
    repository, issue = _labelling(call)
    call.desk.actions.add_labels(repository, issue, call.me, _wanted(call))
    return Answer(200, [call.desk.views.label(repository, each) for each in issue.labels])


def set_labels(call: Call) -> Answer:
    repository, issue = _labelling(call)
    call.desk.actions.set_labels(repository, issue, call.me, _wanted(call))
    return Answer(200, [call.desk.views.label(repository, each) for each in issue.labels])


def remove_label(call: Call) -> Answer:
    repository, issue = _labelling(call)
    remaining = [each for each in issue.labels if each.name.lower() != call.parameters["name"].lower()]
    if len(remaining) == len(issue.labels):
        raise refusal(404, "Label does not exist")
    issue.labels = remaining
    return Answer(200, [call.desk.views.label(repository, each) for each in remaining])


def search_issues(call: Call) -> Answer:
    chosen = found_issues(call.desk.world, call.request.query["q"])
    visible = [
        (repository, issue)
        for repository, issue in chosen
        if call.desk.access.permission(call.token, repository, "issues") >= Permission.READ
    ]
    page, headers = one_page(call.request, [_search_result(call, *each) for each in visible])
    found = {"total_count": len(visible), "incomplete_results": False, "search_type": "lexical", "items": page}
    return Answer(200, found, headers)


def _search_result(call: Call, repository: Repository, issue: Issue) -> Json:
    view = call.desk.views.issue(repository, issue)
    view.pop("closed_by")
    if view["body"] is None:
        view.pop("body")
    return {**view, "score": 1.0}


def _labelling(call: Call) -> tuple[Repository, Issue]:
    repository = call.repository(Permission.TRIAGE, "issues")
    return repository, call.issue(repository)


def _wanted(call: Call) -> list[str]:
    body = call.request.body
    return _names(body if isinstance(body, list) else (body or {}).get("labels", []))


def _names(labels: Sequence[object]) -> list[str]:
    return [str(each["name"]) if isinstance(each, dict) else str(each) for each in labels]


def _comment(call: Call, repository: Repository) -> tuple[Issue, Comment]:
    wanted = int(call.parameters["comment_id"])
    for issue in repository.issues.values():
        for comment in issue.comments:
            if comment.comment_id == wanted:
                return issue, comment
    raise not_found()


def _require_authorship(call: Call, repository: Repository, comment: Comment) -> None:
    if comment.author is not call.me:
        call.desk.access.require(call.token, repository, Permission.WRITE, "issues")


HANDLERS: dict[str, Handler] = {
    "issues/list-for-repo": list_issues,
    "issues/get": get_issue,
    "issues/create": create_issue,
    "issues/update": update_issue,
    "issues/list-comments": list_comments,
    "issues/create-comment": create_comment,
    "issues/get-comment": get_comment,
    "issues/update-comment": update_comment,
    "issues/delete-comment": delete_comment,
    "issues/list-labels-for-repo": list_repository_labels,
    "issues/list-labels-on-issue": list_issue_labels,
    "issues/add-labels": add_labels,
    "issues/set-labels": set_labels,
    "issues/remove-label": remove_label,
    "search/issues-and-pull-requests": search_issues,
}
