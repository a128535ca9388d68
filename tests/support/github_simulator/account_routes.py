"""Users, apps and their installations, rate limits."""

from tests.support.github_simulator.desk import Call, Handler
from tests.support.github_simulator.exchange import Answer, not_found, refusal
from tests.support.github_simulator.model import Installation, Permission, RateLimit, Repository
from tests.support.github_simulator.pages import one_page
from tests.support.github_simulator.views import Json, moment


def get_authenticated_user(call: Call) -> Answer:
    if call.me.kind == "Bot":
        raise refusal(403, "Resource not accessible by integration")
    return Answer(200, call.desk.views.private_user(call.me))


def get_user(call: Call) -> Answer:
    return Answer(200, call.desk.views.public_user(call.desk.world.account(call.parameters["username"])))


def get_rate_limit(call: Call) -> Answer:
    core = rate_view(call.token.rate if call.token else RateLimit(60))
    other = {**core, "limit": 5000, "remaining": 5000, "used": 0}
    return Answer(200, {"rate": core, "resources": {"core": core, "graphql": other, "search": other}})


def rate_view(rate: RateLimit) -> Json:
    return {
        "limit": rate.limit,
        "used": rate.used,
        "remaining": max(0, rate.limit - rate.used),
        "reset": int(rate.reset_at),
    }


def get_app(call: Call) -> Answer:
    app = call.desk.access.app_of(call.request)
    web = f"{call.desk.views.web_url}/apps/{app.slug}"
    return Answer(
        200,
        {
            "id": app.app_id,
            "slug": app.slug,
            "node_id": f"A_{app.app_id}",
            "owner": call.desk.views.account(app.owner),
            "name": app.slug,
            "description": "",
            "external_url": web,
            "html_url": web,
            "created_at": moment(app.created_at),
            "updated_at": moment(app.created_at),
            "permissions": dict(app.permissions),
            "events": ["push", "pull_request"],
            "installations_count": sum(each.app is app for each in call.desk.world.installations.values()),
        },
    )


def get_repository_installation(call: Call) -> Answer:
    app = call.desk.access.app_of(call.request)
    repository = call.desk.world.find_repository(call.parameters["owner"], call.parameters["repo"])
    for installation in call.desk.world.installations.values():
        if repository is not None and installation.app is app and _reaches(installation, repository):
            return Answer(200, _installation(call, installation))
    raise not_found()


def create_installation_token(call: Call) -> Answer:
    app = call.desk.access.app_of(call.request)
    installation = call.desk.world.installations.get(int(call.parameters["installation_id"]))
    if installation is None or installation.app is not app:
        raise not_found()
    wanted = call.request.field("repositories")
    chosen = None
    if wanted is not None:
        found = [call.desk.world.find_repository(installation.account.login, name) for name in wanted]
        if None in found:
            raise refusal(422, "There is at least one repository that does not exist or is not accessible.")
        chosen = frozenset(each.repository_id for each in found if each is not None)
    token = call.desk.world.add_installation_token(installation, chosen)
    assert token.expires_at is not None
    return Answer(
        201,
        {
            "token": token.value,
            "expires_at": moment(token.expires_at),
            "permissions": dict(installation.permissions),
            "repository_selection": "all" if token.repositories is None else "selected",
        },
    )


def list_repositories_of_installation(call: Call) -> Answer:
    if call.token is None or call.token.installation is None:
        raise refusal(403, "Resource not accessible by personal access token")
    seen = [
        each
        for each in call.desk.world.repositories.values()
        if each.owner is call.token.installation.account
        and (call.token.repositories is None or each.repository_id in call.token.repositories)
    ]
    page, headers = one_page(call.request, [call.desk.views.repository(each, Permission.WRITE) for each in seen])
    return Answer(200, {"total_count": len(seen), "repositories": page}, headers)


def _reaches(installation: Installation, repository: Repository) -> bool:
    chosen = installation.repositories
    return installation.account is repository.owner and (chosen is None or repository.repository_id in chosen)


def _installation(call: Call, installation: Installation) -> Json:
    url = f"{call.desk.views.api_url}/app/installations/{installation.installation_id}"
    return {
        "id": installation.installation_id,
        "account": call.desk.views.account(installation.account),
        "app_id": installation.app.app_id,
        "app_slug": installation.app.slug,
        "target_id": installation.account.account_id,
        "target_type": installation.account.kind,
        "single_file_name": None,
        "repository_selection": "all" if installation.repositories is None else "selected",
        "access_tokens_url": f"{url}/access_tokens",
        "repositories_url": f"{call.desk.views.api_url}/installation/repositories",
        "html_url": f"{call.desk.views.web_url}/settings/installations/{installation.installation_id}",
        "permissions": dict(installation.permissions),
        "events": ["push", "pull_request"],
        "created_at": moment(installation.created_at),
        "updated_at": moment(installation.created_at),
        "suspended_by": None,
        "suspended_at": None,
    }


HANDLERS: dict[str, Handler] = {
    "users/get-authenticated": get_authenticated_user,
    "users/get-by-username": get_user,
    "rate-limit/get": get_rate_limit,
    "apps/get-authenticated": get_app,
    "apps/get-repo-installation": get_repository_installation,
    "apps/create-installation-access-token": create_installation_token,
    "apps/list-repos-accessible-to-installation": list_repositories_of_installation,
}
