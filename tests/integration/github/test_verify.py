"""Whether a repository can be used, and if not, which of the many reasons it is."""

from tests.integration.github.scene import Scene
from tests.support.github_simulator import Fault


def refusal(scene: Scene, url: str | None = None) -> str | None:
    answer = scene.verify(url)
    assert answer["verification_success"] is (answer["error_code"] is None)
    assert bool(answer["error_message"]) is bool(answer["error_code"])
    return str(answer["error_code"]) if answer["error_code"] else None


def test_every_spelling_is_the_same_repository(scene: Scene) -> None:
    owner, host = scene.ada.login, scene.github.url.removeprefix("http://")
    for url in (
        scene.url,
        f"{scene.url}.git",
        f"{scene.url}/",
        f"{scene.github.url}/{owner.upper()}/App.git",
        f"{owner}/app",
        f"git@{host.partition(':')[0]}:{owner}/app.git",
        f"ssh://git@{host.partition(':')[0]}/{owner}/app",
    ):
        answer = scene.verify(url)
        repository = answer["repository"]
        assert answer["verification_success"], (url, answer)
        assert (repository["repository_owner"], repository["repository_name"]) == (owner, "app")
        assert repository["default_branch"] == "trunk"
    assert (repository["visibility"], repository["can_push"], repository["needs_fork"]) == ("public", True, False)
    assert repository["can_open_pull_requests"]


def test_each_reason_has_its_own_code(scene: Scene) -> None:
    github, ada = scene.github, scene.ada
    assert refusal(scene, f"{github.url}/{ada.login}/nothing") == "not_found_or_no_access"
    scene.repository.is_archived = True
    assert refusal(scene) == "repository_archived"
    scene.repository.is_archived = False
    scene.repository.is_private = True
    scene.use(github.add_token(ada, ["gist"]))
    assert refusal(scene) == "not_found_or_no_access"
    assert "`repo`" in scene.verify()["hint"]
    scene.repository.is_private = False
    assert refusal(scene) == "missing_scope"
    revoked = github.add_token(ada)
    revoked.is_revoked = True
    scene.use(revoked)
    assert refusal(scene) == "bad_credentials"
    scene.use(scene.token)
    scene.token.rate.used, scene.token.rate.reset_at = 5000, 4102444800.0
    assert refusal(scene) == "forge_rate_limited"
    scene.token.rate.used = 0
    assert refusal(scene) is None


def test_single_sign_on_is_told_with_the_place_to_go(scene: Scene) -> None:
    organization = scene.github.add_organization(f"org-{scene.ada.login}", members=[scene.ada], requires_sso=True)
    secured = Scene.of(
        scene.github, scene.api, scene.ada, scene.github.add_repository(organization, is_private=True), scene.token
    )
    answer = secured.verify()
    assert answer["error_code"] == "sso_required"
    assert "/sso?" in answer["hint"]


def test_a_server_that_is_not_there_is_unreachable(scene: Scene) -> None:
    scene.github.plan(Fault("cut", method="GET", path=r"/repos/.*", times=3))
    assert refusal(scene) == "forge_unreachable"


def test_issues_are_listed_searched_and_read(scene: Scene) -> None:
    for number in range(1, 4):
        scene.github.add_issue(scene.repository, scene.ada, f"Trouble {number}", "It does not work")
    issue = scene.github.add_issue(scene.repository, scene.ada, "A wish", "Please add a colour")
    scene.github.actions.comment(scene.repository, issue, scene.ada, "Blue, if possible")
    page = scene.api.ok("GET", "/github/issues", params={"repository_url": scene.url, "limit": 3})
    assert (len(page["issues"]), page["total_count"], page["has_more"]) == (3, 4, True)
    rest = scene.api.ok("GET", "/github/issues", params={"repository_url": scene.url, "limit": 3, "offset": 3})
    assert (len(rest["issues"]), rest["has_more"]) == (1, False)
    found = scene.api.ok("GET", "/github/issues", params={"repository_url": scene.url, "q": "colour"})
    assert [each["title"] for each in found["issues"]] == ["A wish"]
    whole = scene.api.ok("GET", f"/github/issues/{issue.number}", params={"repository_url": scene.url})
    assert [comment["body"] for comment in whole["comments"]] == ["Blue, if possible"]
    missing = scene.api.http.get("/github/issues/99", params={"repository_url": scene.url})
    assert missing.status_code == 404


def test_what_has_not_changed_is_not_counted_again(scene: Scene) -> None:
    scene.verify()
    used = scene.token.rate.used
    for _ in range(3):
        scene.verify()
    assert scene.token.rate.used == used
