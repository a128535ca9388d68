"""The contract really holds: wrong requests, answers and webhooks are found out."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.integration.github_simulator.conftest import Scene
from tests.support.github_contract.contract import ContractViolation, RestContract, WebhookContract, webhook_examples
from tests.support.github_contract.used import OPERATIONS
from tests.support.github_simulator import GitHubSimulator
from tests.support.github_simulator.rest_api import HANDLERS

REPOSITORY_PATH = "/repos/ada/app"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        pytest.param("GET", "/repos/ada/app/nonsense", None, id="no such operation"),
        pytest.param("GET", "/repos/ada/app/pulls?stat=open", None, id="misspelled query"),
        pytest.param("GET", "/repos/ada/app/pulls?state=merged", None, id="value outside the enumeration"),
        pytest.param("GET", "/repos/ada/app/issues/one", None, id="path parameter of another type"),
        pytest.param("POST", "/repos/ada/app/pulls", {"title": "x", "head": "a"}, id="missing field"),
        pytest.param("POST", "/repos/ada/app/pulls", {"title": "x", "head": "a", "base": "b", "drft": True}, id="typo"),
        pytest.param("POST", "/repos/ada/app/issues/1/comments", {"body": 7}, id="field of another type"),
        pytest.param("PUT", "/repos/ada/app/pulls/1/merge", {"merge_method": "octopus"}, id="unknown method"),
    ],
)
def test_a_wrong_request_fails_the_test(tmp_path: Path, method: str, path: str, body: Any) -> None:
    github = GitHubSimulator(tmp_path / "github")
    github.start()
    try:
        ada = github.add_user("ada")
        github.add_repository(ada)
        headers = {"authorization": f"Bearer {github.add_token(ada).value}"}
        answer = httpx.request(method, f"{github.api_url}{path}", json=body, headers=headers)
    finally:
        github.stop()
    assert answer.status_code == 500
    with pytest.raises(AssertionError):
        github.check()


def test_a_wrong_answer_is_a_violation(scene: Scene) -> None:
    contract = RestContract()
    operation = contract.find("GET", REPOSITORY_PATH)
    good = scene.ok("GET", REPOSITORY_PATH)
    contract.check_answer(operation, 200, good)
    for wrong in (
        {**good, "default_branch": None},
        {**good, "invented": True},
        {name: value for name, value in good.items() if name != "clone_url"},
        {**good, "created_at": "yesterday"},
    ):
        with pytest.raises(ContractViolation):
            contract.check_answer(operation, 200, wrong)
    with pytest.raises(ContractViolation):
        contract.check_answer(operation, 418, None)


def test_a_wrong_webhook_is_a_violation() -> None:
    contract, payload = WebhookContract(), webhook_examples()["issues$labeled"]
    contract.check("issues", payload)
    for wrong in (
        {**payload, "action": "painted"},
        {**payload, "issue": {**payload["issue"], "number": "1"}},
        {name: value for name, value in payload.items() if name != "sender"},
    ):
        with pytest.raises(ContractViolation):
            contract.check("issues", wrong)


def test_every_operation_that_is_used_is_simulated() -> None:
    assert set(HANDLERS) == set(OPERATIONS)
