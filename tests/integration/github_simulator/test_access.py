"""Who is let in, and what those who are not are told."""

import time
from collections.abc import Mapping

import httpx
import jwt
import pytest
from tests.integration.github_simulator.conftest import Scene


def _get(scene: Scene, path: str, token: str | None) -> httpx.Response:
    headers: Mapping[str, str] = {"authorization": f"Bearer {token}"} if token else {}
    return httpx.get(f"{scene.github.api_url}{path}", headers=headers)


def test_tokens_scopes_and_private_repositories(scene: Scene) -> None:
    scene.repository.is_private = True
    eve = scene.github.add_token(scene.github.add_user("eve")).value
    narrow = scene.github.add_token(scene.ada, ["public_repo"]).value
    for token, status in ((None, 404), ("ghp_wrong", 401), (eve, 404), (narrow, 404), (scene.token.value, 200)):
        assert _get(scene, "/repos/ada/app", token).status_code == status
    assert _get(scene, "/user", narrow).headers["x-oauth-scopes"] == "public_repo"
    scene.token.is_revoked = True
    assert _get(scene, "/user", scene.token.value).json()["message"] == "Bad credentials"


def test_an_organization_with_single_sign_on(scene: Scene) -> None:
    acme = scene.github.add_organization("acme", admins=[scene.ada], requires_sso=True)
    scene.github.add_repository(acme, "secret", is_private=True)
    refused = _get(scene, "/repos/acme/secret", scene.token.value)
    assert refused.status_code == 403
    assert refused.headers["x-github-sso"].startswith("required; url=")
    authorised = scene.github.add_token(scene.ada, sso_organizations=["acme"]).value
    assert _get(scene, "/repos/acme/secret", authorised).status_code == 200


def test_an_archived_repository_is_read_only(scene: Scene) -> None:
    scene.repository.is_archived = True
    assert scene.ok("GET", "/repos/ada/app")["archived"] is True
    assert scene.http.post("/repos/ada/app/issues", json={"title": "x"}).status_code == 403


def test_a_moved_repository_redirects(scene: Scene) -> None:
    scene.github.world.move_repository(scene.repository, scene.ada, "renamed")
    assert scene.http.get("/repos/ada/app").status_code == 301
    followed = scene.http.get("/repos/ada/app", follow_redirects=True)
    assert followed.json()["full_name"] == "ada/renamed"
    assert scene.http.post("/repos/ada/app/issues", json={"title": "x"}).status_code == 307


def test_an_app_gets_tokens_for_its_installations(scene: Scene) -> None:
    app, key = scene.github.add_app("floor", scene.ada)
    other = scene.github.add_repository(scene.ada, "other", is_private=True)
    scene.github.install_app(app, scene.ada, repositories=[scene.repository])
    claims = {"iat": int(time.time()) - 30, "exp": int(time.time()) + 300, "iss": str(app.app_id)}
    signed = jwt.encode(claims, key, "RS256")
    installation = _get(scene, "/repos/ada/app/installation", signed).json()["id"]
    headers = {"authorization": f"Bearer {signed}"}
    made = httpx.post(f"{scene.github.api_url}/app/installations/{installation}/access_tokens", headers=headers)
    token = made.json()["token"]
    seen = _get(scene, "/installation/repositories", token).json()["repositories"]
    assert [each["full_name"] for each in seen] == ["ada/app"]
    assert _get(scene, f"/repos/{other.full_name}", token).status_code == 404
    assert _get(scene, "/user", token).status_code == 403


@pytest.mark.parametrize(("name", "seconds"), [("exp", -10), ("exp", 3600)])
def test_a_bad_json_web_token_is_refused(scene: Scene, name: str, seconds: int) -> None:
    app, key = scene.github.add_app("floor", scene.ada)
    now = int(time.time())
    claims = {"iat": now - 30, "exp": now + 300, "iss": str(app.app_id), name: now + seconds}
    assert _get(scene, "/app", jwt.encode(claims, key, "RS256")).status_code == 401
    _, other_key = scene.github.add_app("other", scene.ada)
    assert _get(scene, "/app", jwt.encode({**claims, "exp": now + 300}, other_key, "RS256")).status_code == 401
