"""Commands that talk to a running server."""

import json
import signal
from pathlib import Path

from tests.integration.cli.programs import SECONDS, Shopfloor, read_until, running_server
from tests.support.client import ApiClient


def file_order(served: Shopfloor, prompt: str, *options: str) -> str:
    order = served.json("run", prompt, "--workflow", "build", "--detach", *options)["agent_work_order"]
    return str(order["agent_work_order_id"])


def test_a_detached_order_is_carried_out_by_the_server(served: Shopfloor, api: ApiClient) -> None:
    order_id = file_order(served, "demo: write a.txt A")
    assert served.run("follow", order_id).returncode == 0
    shown = served.run("show", order_id.removeprefix("wo-")[:6])
    assert "completed" in shown.stdout
    assert api.get(order_id)["github_pull_request_url"] in shown.stdout
    assert order_id in served.run("list").stdout
    assert "+A" in served.run("diff", order_id).stdout
    assert served.json("commits", order_id)["total_count"] == 1


def test_pause_resume_and_cancel(served: Shopfloor, api: ApiClient) -> None:
    order_id = file_order(served, "demo: sleep 600")
    api.wait_for_event(order_id, "agent_command_started")
    follower = served.start("follow", order_id)
    assert served.run("pause", order_id).stdout.split() == [order_id, "paused"]
    follower.communicate(timeout=SECONDS)
    assert follower.returncode == 4
    follower = served.start("resume", order_id, "--follow")
    api.wait_for(order_id, "running")
    assert served.run("cancel", order_id).stdout.split() == [order_id, "cancelled"]
    follower.communicate(timeout=SECONDS)
    assert follower.returncode == 3
    refused = served.run("resume", order_id)
    assert refused.returncode == 1
    assert "it was cancelled" in refused.stderr
    assert served.run("delete", order_id).returncode == 0
    assert served.run("show", order_id).returncode == 1


def test_ctrl_c_with_nobody_to_ask_leaves_the_order_to_the_server(served: Shopfloor, api: ApiClient) -> None:
    process = served.start("run", "demo: sleep 600", "--workflow", "build", "--json")
    event = read_until(process, "agent_command_started")[-1]
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=SECONDS)
    assert process.returncode == 4
    assert api.get(event["agent_work_order_id"])["status"] == "running"
    api.ok("POST", f"/agent-work-orders/{event['agent_work_order_id']}/cancel")


def test_enter_after_ctrl_c_keeps_watching(served: Shopfloor, api: ApiClient) -> None:
    prompt = "demo: say Ready\ndemo: ask Go on?\ndemo: say Well done"
    with served.at_terminal("run", prompt, "--workflow", "build", "--permission-policy", "ask") as typed:
        typed.expect("Your answer")
        typed.press_ctrl_c()
        typed.expect("[d]etach (it goes on without you)")
        typed.type("\n")
        order_id = api.ok("GET", "/agent-work-orders")["agent_work_orders"][0]["agent_work_order_id"]
        assert served.run("answer", order_id, "yes").returncode == 0
        assert typed.exit_code() == 0, typed.screen
        assert "Well done" in typed.screen


def test_logs_are_followed_to_the_end(served: Shopfloor, api: ApiClient) -> None:
    order_id = file_order(served, "demo: say One\ndemo: sleep 1\ndemo: say Two")
    followed = served.run("logs", order_id, "-f", "--level", "debug")
    assert followed.returncode == 0
    assert "agent_work_order_completed" in followed.stdout
    entries = served.json("logs", order_id, "--level", "debug")["log_entries"]
    assert len(entries) == api.get(order_id)["last_event_seq"]


def test_a_project_lends_its_repository_and_defaults(served: Shopfloor) -> None:
    project = served.json("project", "add", ".", "--workflow", "plan", "--name", "App")
    assert project["repository_url"] == str(served.cwd)
    assert "App" in served.run("project", "list").stdout
    order = served.json("run", "Think about it", "--project", project["project_id"], "--detach")["agent_work_order"]
    assert order["workflow_type"] == "agent_workflow_plan"
    assert served.run("follow", order["agent_work_order_id"]).returncode == 0
    assert served.run("project", "remove", project["project_id"]).returncode == 0


def test_agents_are_listed(served: Shopfloor) -> None:
    listed = served.run("agents")
    assert listed.returncode == 0, listed.stderr
    assert listed.stdout.splitlines()[1].split()[0] == "demo"


def test_a_follower_survives_the_death_of_the_server(tmp_path: Path, checkout: Path) -> None:
    shopfloor = Shopfloor(tmp_path / "home", checkout)
    server = shopfloor.start("serve", "--port", "0")
    assert server.stdout is not None
    assert "running on" in server.stdout.readline()
    process = shopfloor.start("run", "demo: sleep 2\ndemo: write a.txt A", "--workflow", "build", "--json")
    seen = read_until(process, "agent_command_started")
    server.kill()
    server.communicate()
    with running_server(shopfloor):
        out, _ = process.communicate(timeout=SECONDS)
    *events, last = [json.loads(line) for line in out.splitlines()]
    numbers = [event["seq"] for event in [*seen, *events]]
    assert numbers == list(range(1, len(numbers) + 1))
    assert "agent_work_order_recovered" in {event["type"] for event in events}
    assert (process.returncode, last["agent_work_order"]["status"]) == (0, "completed")


def test_models_are_listed_chosen_and_changed_and_usage_is_shown(served: Shopfloor, api: ApiClient) -> None:
    listed = served.run("agents", "demo", "--models", "--refresh")
    assert " * demo\n" in listed.stdout.replace("  Demo", "")
    assert "Efforts  low, medium, high" in listed.stdout
    assert served.run("agents", "--models").returncode == 2
    order_id = file_order(
        served, "demo: use 900 0.5", "--model", "demo-brief", "--effort", "low", "--mode", "plan", "--max-cost", "2"
    )
    order = api.wait_for(order_id, "completed")
    assert (order["model"], order["reasoning_effort"], order["mode"]) == ("demo-brief", "low", "plan")
    assert order["limits"]["max_cost_usd"] == 2
    refused = served.run("edit", order_id, "--model", "demo-breif")
    assert refused.returncode == 2
    assert "Did you mean demo-brief" in refused.stderr
    assert served.run("edit", order_id, "--model", "none", "--title", "Other").stdout.split() == [order_id, "Other"]
    shown = served.run("usage", "--by", "turn", "--order", order_id)
    assert "$0.5000" in shown.stdout
    assert served.json("usage", "--by", "model", "--order", order_id)["usage"][0]["key"] == "demo-brief"


def test_a_task_from_the_board_to_its_review(served: Shopfloor) -> None:
    assert served.run("project", "add", ".", "--name", "board", "--workflow", "build").returncode == 0
    words = ("--project", "board")
    task_id = served.json("task", "add", "Greet", "--description", "demo: write hello.txt Hello", *words)["task_id"]
    assert task_id in served.run("task", "list", "--status", "todo", *words).stdout
    assert served.run("task", "run", task_id, "--follow", *words).returncode == 0
    assert "completed" in served.run("task", "history", task_id, *words).stdout
    refused = served.run("task", "move", task_id, "done", *words)
    assert refused.returncode != 0
    assert "human_review first" in refused.stderr
    assert "human_review" in served.run("task", "move", task_id, "human_review", *words).stdout
    assert "no project 'other'" in served.run("task", "list", "--project", "other").stderr
    assert "no task tk-nothere" in served.run("task", "show", "tk-nothere", *words).stderr


def test_a_task_is_reviewed_and_approved(served: Shopfloor) -> None:
    project_id = served.json("project", "add", ".", "--name", "reviewed", "--workflow", "build")["project_id"]
    changed = served.run("project", "review", project_id, "--rounds", "0", "--on-approve", "ready").stdout
    assert [line.split()[-1] for line in changed.splitlines()] == ["False", "0", "ready"]
    assert "no agent called nobody" in served.run("project", "edit", "reviewed", "--agent", "nobody").stderr
    assert served.json("project", "show", "reviewed")["project_id"] == project_id
    words = ("--project", "reviewed")
    text = "demo: write hello.txt Hello\ndemo(review): finding hello.txt:1 minor Say whom"
    task_id = served.json("task", "add", "Greet", "--description", text, *words)["task_id"]
    assert served.run("task", "run", task_id, "--follow", *words).returncode == 0
    reviewed = served.run("task", "review", task_id, *words).stdout
    assert "round 1  demo  passed" in reviewed
    assert "minor    hello.txt:1  Say whom" in reviewed
    assert "pass  1 minor" in served.run("task", "show", task_id, *words).stdout
    assert "#1 ready" in served.run("task", "approve", task_id, *words).stdout
    refused = served.run("task", "send-back", task_id, "Again", *words)
    assert refused.returncode == 1
    assert "this one is in done" in refused.stderr
