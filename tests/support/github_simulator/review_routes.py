"""Reviewers, reviews and the comments on lines."""

from tests.support.github_simulator.actions import NewReviewComment
from tests.support.github_simulator.desk import Call, Handler
from tests.support.github_simulator.exchange import Answer, not_found, validation_failed
from tests.support.github_simulator.model import Permission, PullRequest, Repository, Review, ReviewComment
from tests.support.github_simulator.pages import paged

_STATES = {"APPROVE": "APPROVED", "REQUEST_CHANGES": "CHANGES_REQUESTED", "COMMENT": "COMMENTED"}


def list_requested_reviewers(call: Call) -> Answer:
    repository = call.repository(subject="pull_requests")
    asked = call.pull_request(repository).requested_reviewers
    return Answer(200, {"users": [call.desk.views.account(each) for each in asked], "teams": []})


def request_reviewers(call: Call) -> Answer:
    repository = call.repository(Permission.TRIAGE, "pull_requests")
    pull_request = call.pull_request(repository)
    reviewers = [call.desk.world.account(login) for login in call.request.field("reviewers", [])]
    call.desk.actions.request_reviewers(repository, pull_request, call.me, reviewers)
    return Answer(201, call.desk.pull_request_views.simple(repository, pull_request))


def remove_requested_reviewers(call: Call) -> Answer:
    repository = call.repository(Permission.TRIAGE, "pull_requests")
    pull_request = call.pull_request(repository)
    gone = set(call.request.field("reviewers", []))
    pull_request.requested_reviewers = [each for each in pull_request.requested_reviewers if each.login not in gone]
    return Answer(200, call.desk.pull_request_views.simple(repository, pull_request))


def list_reviews(call: Call) -> Answer:
    repository = call.repository(subject="pull_requests")
    pull_request = call.pull_request(repository)
    views = call.desk.pull_request_views
    return paged(call.request, [views.review(repository, pull_request, each) for each in pull_request.reviews])


def get_review(call: Call) -> Answer:
    repository = call.repository(subject="pull_requests")
    pull_request = call.pull_request(repository)
    return Answer(200, call.desk.pull_request_views.review(repository, pull_request, _review(call, pull_request)))


def create_review(call: Call) -> Answer:
    repository = call.take_part("pull_requests")
    pull_request, body = call.pull_request(repository), call.request.body or {}
    state = _STATES[body.get("event", "COMMENT")]
    if pull_request.issue.author is call.me and state != "COMMENTED":
        raise validation_failed(message="Can not approve or request changes on your own pull request.")
    comments = [
        NewReviewComment(each["path"], each["body"], each.get("line"), each.get("side", "RIGHT"))
        for each in body.get("comments", [])
    ]
    review = call.desk.actions.review(repository, pull_request, call.me, state, body.get("body", ""), comments)
    return Answer(200, call.desk.pull_request_views.review(repository, pull_request, review))


def list_comments_of_review(call: Call) -> Answer:
    repository = call.repository(subject="pull_requests")
    pull_request = call.pull_request(repository)
    review, views = _review(call, pull_request), call.desk.pull_request_views
    chosen = [each for each in pull_request.review_comments if each.review_id == review.review_id]
    shown = [views.review_comment(repository, pull_request, each) for each in chosen]
    return paged(call.request, [{k: v for k, v in each.items() if k != "subject_type"} for each in shown])


def list_review_comments(call: Call) -> Answer:
    repository = call.repository(subject="pull_requests")
    pull_request, views = call.pull_request(repository), call.desk.pull_request_views
    shown = [views.review_comment(repository, pull_request, each) for each in pull_request.review_comments]
    return paged(call.request, shown)


def create_review_comment(call: Call) -> Answer:
    repository = call.take_part("pull_requests")
    pull_request, body = call.pull_request(repository), call.request.body
    new = NewReviewComment(body["path"], body["body"], body.get("line"), body.get("side", "RIGHT"))
    comment = call.desk.actions.review_comment(repository, pull_request, call.me, new)
    return Answer(201, call.desk.pull_request_views.review_comment(repository, pull_request, comment))


def get_review_comment(call: Call) -> Answer:
    repository = call.repository(subject="pull_requests")
    for pull_request in repository.pull_requests:
        for comment in pull_request.review_comments:
            if comment.comment_id == int(call.parameters["comment_id"]):
                return Answer(200, call.desk.pull_request_views.review_comment(repository, pull_request, comment))
    raise not_found()


def reply_to_review_comment(call: Call) -> Answer:
    repository = call.take_part("pull_requests")
    pull_request = call.pull_request(repository)
    first = _first_of_thread(call, pull_request)
    reply = reply_in_thread(call, repository, pull_request, first, str(call.request.field("body")))
    return Answer(201, call.desk.pull_request_views.review_comment(repository, pull_request, reply))


def reply_in_thread(
    call: Call, repository: Repository, pull_request: PullRequest, first: ReviewComment, body: str
) -> ReviewComment:
    new = NewReviewComment(first.path, body, first.line, first.side, first.start_line, first.comment_id)
    return call.desk.actions.review_comment(repository, pull_request, call.me, new)


def _first_of_thread(call: Call, pull_request: PullRequest) -> ReviewComment:
    for comment in pull_request.review_comments:
        if comment.comment_id == int(call.parameters["comment_id"]):
            if comment.in_reply_to is not None:
                break  # GitHub takes replies to the first comment of a thread only
            return comment
    raise not_found()


def _review(call: Call, pull_request: PullRequest) -> Review:
    for review in pull_request.reviews:
        if review.review_id == int(call.parameters["review_id"]):
            return review
    raise not_found()


HANDLERS: dict[str, Handler] = {
    "pulls/list-requested-reviewers": list_requested_reviewers,
    "pulls/request-reviewers": request_reviewers,
    "pulls/remove-requested-reviewers": remove_requested_reviewers,
    "pulls/list-reviews": list_reviews,
    "pulls/get-review": get_review,
    "pulls/create-review": create_review,
    "pulls/list-comments-for-review": list_comments_of_review,
    "pulls/list-review-comments": list_review_comments,
    "pulls/create-review-comment": create_review_comment,
    "pulls/get-review-comment": get_review_comment,
    "pulls/create-reply-for-review-comment": reply_to_review_comment,
}
