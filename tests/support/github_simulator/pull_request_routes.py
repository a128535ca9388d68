"""Pull requests from opening to merging, and what checks say about them."""

from tests.support.github_simulator.desk import Call, Handler
from tests.support.github_simulator.exchange import Answer, merge_refusal, not_found, validation_failed
from tests.support.github_simulator.mergeability import figures_of, look_at_mergeability
from tests.support.github_simulator.model import Permission, PullRequest, Repository
from tests.support.github_simulator.pages import one_page, paged
from tests.support.github_simulator.repository_routes import commit_view
from tests.support.github_simulator.views import Json

_STATUS = {"A": "added", "M": "modified", "D": "removed", "T": "changed"}


def list_pull_requests(call: Call) -> Answer:
    repository, query = call.repository(subject="pull_requests"), call.request.query
    state, head, base = query.get("state", "open"), query.get("head"), query.get("base")
    chosen = [
        each
        for each in repository.pull_requests
        if state in {"all", each.issue.state}
        and (head is None or head == f"{each.head_repository.owner.login}:{each.head_branch}")
        and (base is None or base == each.base_branch)
    ]
    chosen.sort(key=lambda each: each.issue.number, reverse=query.get("direction", "desc") == "desc")
    return paged(call.request, [call.desk.pull_request_views.simple(repository, each) for each in chosen])


def get_pull_request(call: Call) -> Answer:
    repository = call.repository(subject="pull_requests")
    return Answer(200, _full(call, repository, call.pull_request(repository)))


def create_pull_request(call: Call) -> Answer:
    repository, body = call.take_part("pull_requests"), call.request.body
    if not str(body.get("title", "")).strip():
        raise validation_failed({"resource": "PullRequest", "field": "title", "code": "missing_field"})
    owner, _, branch = str(body["head"]).rpartition(":")
    head_repository = _head_repository(call, repository, owner)
    pull_request = call.desk.actions.open_pull_request(
        repository,
        call.me,
        body["title"],
        body.get("body"),
        head_repository,
        branch,
        body["base"],
        is_draft=bool(body.get("draft")),
    )
    pull_request.maintainer_can_modify = bool(body.get("maintainer_can_modify", head_repository is not repository))
    return Answer(201, _full(call, repository, pull_request))


def update_pull_request(call: Call) -> Answer:
    repository = call.take_part("pull_requests")
    pull_request, body = call.pull_request(repository), call.request.body or {}
    issue = pull_request.issue
    if issue.author is not call.me:
        call.desk.access.require(call.token, repository, Permission.WRITE, "pull_requests")
    issue.title, issue.body = body.get("title", issue.title), body.get("body", issue.body)
    pull_request.base_branch = body.get("base", pull_request.base_branch)
    if "state" in body:
        call.desk.actions.set_state(repository, issue, call.me, body["state"])
    issue.updated_at = call.desk.world.now()
    return Answer(200, _full(call, repository, pull_request))


def merge_pull_request(call: Call) -> Answer:
    repository = call.repository(Permission.WRITE, "contents")
    pull_request = call.pull_request(repository)
    wanted = call.request.field("sha")
    if wanted is not None and wanted != pull_request.head_sha:
        raise merge_refusal(409, "Head branch was modified. Review and try the merge again.")
    sha = call.desk.actions.merge(
        repository,
        pull_request,
        call.me,
        call.request.field("merge_method", "merge"),
        title=call.request.field("commit_title"),
        message=call.request.field("commit_message"),
    )
    return Answer(200, {"sha": sha, "merged": True, "message": "Pull Request successfully merged"})


def list_commits(call: Call) -> Answer:
    repository = call.repository(subject="pull_requests")
    pull_request = call.pull_request(repository)
    span = f"{pull_request.base_sha}..{pull_request.head_sha}"
    shas = call.desk.world.git.run(repository.path, "rev-list", "--reverse", span).split()
    return paged(call.request, [commit_view(call, repository, sha) for sha in shas])


def list_files(call: Call) -> Answer:
    repository = call.repository(subject="pull_requests")
    pull_request, git = call.pull_request(repository), call.desk.world.git
    span = f"{pull_request.base_sha}...{pull_request.head_sha}"
    kinds = git.run(repository.path, "diff", "--no-renames", "--raw", "--no-abbrev", span).splitlines()
    counts = git.run(repository.path, "diff", "--no-renames", "--numstat", span).splitlines()
    return paged(
        call.request,
        [_file(call, repository, pull_request, raw, count) for raw, count in zip(kinds, counts, strict=True)],
    )


def list_check_runs(call: Call) -> Answer:
    repository = call.repository(subject="checks")
    sha = _resolved(call, repository)
    runs = [each for each in repository.check_runs if each.head_sha == sha]
    page, headers = one_page(call.request, [call.desk.pull_request_views.check_run(repository, each) for each in runs])
    return Answer(200, {"total_count": len(runs), "check_runs": page}, headers)


def list_statuses(call: Call) -> Answer:
    repository = call.repository(subject="statuses")
    sha = _resolved(call, repository)
    views = call.desk.pull_request_views
    chosen = [each for each in reversed(repository.statuses) if each.sha == sha]
    return paged(call.request, [views.status(repository, each, with_creator=True) for each in chosen])


def get_combined_status(call: Call) -> Answer:
    repository = call.repository(subject="statuses")
    sha = _resolved(call, repository)
    latest = {each.context: each for each in repository.statuses if each.sha == sha}
    states = {each.state for each in latest.values()}
    state = "failure" if states & {"failure", "error"} else "success" if states == {"success"} else "pending"
    url = f"{call.desk.views.repository_url(repository)}/commits/{sha}"
    views = call.desk.pull_request_views
    page, headers = one_page(call.request, list(latest.values()))
    return Answer(
        200,
        {
            "state": state,
            "sha": sha,
            "total_count": len(latest),
            "statuses": [views.status(repository, each, with_creator=False) for each in page],
            "repository": call.desk.views.minimal_repository(repository),
            "commit_url": url,
            "url": f"{url}/status",
        },
        headers,
    )


def _full(call: Call, repository: Repository, pull_request: PullRequest) -> Json:
    git = call.desk.world.git
    mergeability = look_at_mergeability(git, repository, pull_request)
    figures = figures_of(git, repository, pull_request)
    return call.desk.pull_request_views.full(repository, pull_request, mergeability, figures)


def _head_repository(call: Call, repository: Repository, owner: str) -> Repository:
    if not owner or owner.lower() == repository.owner.login.lower():
        return repository
    for each in call.desk.world.repositories.values():
        if each.parent is repository and each.owner.login.lower() == owner.lower():
            return each
    raise validation_failed({"resource": "PullRequest", "field": "head", "code": "invalid"})


def _file(call: Call, repository: Repository, pull_request: PullRequest, raw: str, count: str) -> Json:
    _, _, _, blob, kind_and_name = raw.split(" ", 4)
    kind, name = kind_and_name.split("\t", 1)
    additions, deletions = (int(each) if each.isdigit() else 0 for each in count.split("\t")[:2])
    web = f"{call.desk.views.web_url}/{repository.full_name}"
    return {
        "sha": blob,
        "filename": name,
        "status": _STATUS[kind],
        "additions": additions,
        "deletions": deletions,
        "changes": additions + deletions,
        "blob_url": f"{web}/blob/{pull_request.head_sha}/{name}",
        "raw_url": f"{web}/raw/{pull_request.head_sha}/{name}",
        "contents_url": f"{call.desk.views.repository_url(repository)}/contents/{name}?ref={pull_request.head_sha}",
    }


def _resolved(call: Call, repository: Repository) -> str:
    sha = call.desk.world.git.sha(repository.path, call.parameters["ref"])
    if sha is None:
        raise not_found()
    return sha


HANDLERS: dict[str, Handler] = {
    "pulls/list": list_pull_requests,
    "pulls/get": get_pull_request,
    "pulls/create": create_pull_request,
    "pulls/update": update_pull_request,
    "pulls/merge": merge_pull_request,
    "pulls/list-commits": list_commits,
    "pulls/list-files": list_files,
    "checks/list-for-ref": list_check_runs,
    "repos/list-commit-statuses-for-ref": list_statuses,
    "repos/get-combined-status-for-ref": get_combined_status,
}
