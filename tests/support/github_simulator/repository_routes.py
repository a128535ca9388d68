"""Repositories, branches, forks, collaborators."""

from tests.support.github_simulator.desk import Call, Handler
from tests.support.github_simulator.exchange import Answer, not_found
from tests.support.github_simulator.model import Permission, Repository
from tests.support.github_simulator.pages import paged
from tests.support.github_simulator.views import Json, permissions


def get_repository(call: Call) -> Answer:
    repository = call.repository()
    held = call.desk.access.permission(call.token, repository, "contents")
    return Answer(200, call.desk.views.full_repository(repository, held))


def list_my_repositories(call: Call) -> Answer:
    access, me = call.desk.access, call.me
    seen = [
        (each, access.permission(call.token, each, "contents"))
        for each in call.desk.world.repositories.values()
        if each.owner is me or me.login in {**each.collaborators, **each.owner.members}
    ]
    views = [call.desk.views.repository(each, held) for each, held in seen if held >= Permission.READ]
    return paged(call.request, views)


def list_branches(call: Call) -> Answer:
    repository = call.repository(subject="contents")
    branches = call.desk.world.git.branches(repository.path)
    return paged(call.request, [_short_branch(call, repository, name, sha) for name, sha in branches.items()])


def get_branch(call: Call) -> Answer:
    repository, name = call.repository(subject="contents"), call.parameters["branch"]
    sha = call.desk.world.git.branches(repository.path).get(name)
    if sha is None:
        raise not_found()
    url = f"{call.desk.views.repository_url(repository)}/branches/{name}"
    web = f"{call.desk.views.web_url}/{repository.full_name}/tree/{name}"
    return Answer(
        200,
        {
            "name": name,
            "commit": commit_view(call, repository, sha),
            "_links": {"self": url, "html": web},
            "protected": name in repository.protected_branches,
            "protection": {"enabled": name in repository.protected_branches},
            "protection_url": f"{url}/protection",
        },
    )


def get_ref(call: Call) -> Answer:
    repository, ref = call.repository(subject="contents"), call.parameters["ref"]
    sha = call.desk.world.git.sha(repository.path, f"refs/{ref}")
    if sha is None:
        raise not_found()
    url = call.desk.views.repository_url(repository)
    target = {"type": "commit", "sha": sha, "url": f"{url}/git/commits/{sha}"}
    shown = {"ref": f"refs/{ref}", "node_id": f"REF_{ref}", "url": f"{url}/git/refs/{ref}", "object": target}
    return Answer(200, shown)


def create_fork(call: Call) -> Answer:
    """Answered at once; the git objects come later. A second fork by the same owner is the first."""
    parent = call.take_part("contents")
    organization = call.request.field("organization")
    owner = call.desk.world.account(organization) if organization else call.me
    existing = next((each for each in _forks(call, parent) if each.owner is owner), None)
    fork = existing or call.desk.world.fork(parent, owner, call.request.field("name") or parent.name)
    return Answer(202, call.desk.views.full_repository(fork, Permission.ADMIN))


def list_forks(call: Call) -> Answer:
    parent = call.repository()
    return paged(call.request, [call.desk.views.repository(each) for each in _forks(call, parent)])


def get_collaborator_permission(call: Call) -> Answer:
    repository = call.repository(Permission.READ)
    account = call.desk.world.account(call.parameters["username"])
    held = call.desk.access.permission_of_login(account.login, repository)
    role = held.name.lower()
    legacy = {Permission.MAINTAIN: "write", Permission.TRIAGE: "read"}.get(held, role)
    user = {**call.desk.views.account(account), "permissions": permissions(held), "role_name": role}
    return Answer(200, {"permission": legacy, "role_name": role, "user": user})


def commit_view(call: Call, repository: Repository, sha: str) -> Json:
    form = "%T%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%B"
    shown = call.desk.world.git.run(repository.path, "show", "-s", f"--format={form}", sha)
    tree, parents, author, email, authored, committer, committer_email, committed, message = shown.split("\x00")
    url, web = call.desk.views.repository_url(repository), f"{call.desk.views.web_url}/{repository.full_name}"
    return {
        "sha": sha,
        "node_id": f"C_{sha}",
        "url": f"{url}/commits/{sha}",
        "html_url": f"{web}/commit/{sha}",
        "comments_url": f"{url}/commits/{sha}/comments",
        "commit": {
            "url": f"{url}/git/commits/{sha}",
            "author": {"name": author, "email": email, "date": authored},
            "committer": {"name": committer, "email": committer_email, "date": committed},
            "message": message.strip(),
            "tree": {"sha": tree, "url": f"{url}/git/trees/{tree}"},
            "comment_count": 0,
        },
        "author": None,
        "committer": None,
        "parents": [
            {"sha": each, "url": f"{url}/commits/{each}", "html_url": f"{web}/commit/{each}"}
            for each in parents.split()
        ],
    }


def _short_branch(call: Call, repository: Repository, name: str, sha: str) -> Json:
    url = f"{call.desk.views.repository_url(repository)}/commits/{sha}"
    return {
        "name": name,
        "commit": {"sha": sha, "url": url},
        "protected": name in repository.protected_branches,
    }


def _forks(call: Call, parent: Repository) -> list[Repository]:
    return [each for each in call.desk.world.repositories.values() if each.parent is parent]


HANDLERS: dict[str, Handler] = {
    "repos/get": get_repository,
    "repos/list-for-authenticated-user": list_my_repositories,
    "repos/list-branches": list_branches,
    "repos/get-branch": get_branch,
    "git/get-ref": get_ref,
    "repos/create-fork": create_fork,
    "repos/list-forks": list_forks,
    "repos/get-collaborator-permission-level": get_collaborator_permission,
}
