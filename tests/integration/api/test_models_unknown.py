"""A floor that has never asked its agent what it offers."""

from pathlib import Path

from tests.support.client import ApiClient

from shopfloor.server import embedded_server
from shopfloor.settings import load_settings


def test_a_model_is_found_not_offered_when_the_run_begins_and_the_list_is_known_from_then_on(
    tmp_path: Path, repository: Path
) -> None:
    settings = load_settings(home=tmp_path / "home", demo=False)
    with embedded_server(settings, with_worker=True) as url:
        api = ApiClient(url)
        order = api.create(repository, "demo: say Hi", workflow_type="agent_workflow_build", model="demo-huge")
        failed = api.wait_for(order["agent_work_order_id"], "failed")
        assert (failed["error"]["code"], failed["error"]["category"]) == ("model_not_offered", "user-action")
        assert failed["error"]["hint"]
        order_id = api.create(repository, "demo: say Hi", workflow_type="agent_workflow_build")["agent_work_order_id"]
        api.wait_for(order_id, "completed")
        api.close()
    with embedded_server(settings, with_worker=True) as url:
        api = ApiClient(url)
        body = {"repository_url": str(repository), "initial_prompt": "demo: say Hi", "model": "demo-huge"}
        assert api.http.post("/agent-work-orders", json=body).json()["code"] == "model_not_offered"
        fixed = api.http.patch(f"/agent-work-orders/{order['agent_work_order_id']}", json={"model": "demo"})
        assert fixed.status_code == 200
        api.ok("POST", f"/agent-work-orders/{order['agent_work_order_id']}/retry")
        assert api.wait_for(order["agent_work_order_id"], "completed")["model"] == "demo"
        api.close()
