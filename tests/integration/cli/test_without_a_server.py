"""Commands that start what they need and end cleanly."""

import contextlib
import json
import signal
from pathlib import Path

import psutil
from tests.integration.cli.programs import SECONDS, Shopfloor, read_until
from tests.support.repositories import branches, git

from shopfloor.home import Home


def processes_of(shopfloor: Shopfloor) -> list[int]:
    """Whatever still runs with this home in its environment."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if any(str(shopfloor.home) in value for value in process.environ().values()):
                found.append(process.pid)
    return found


def test_run_from_prompt_to_pull_request(shopfloor: Shopfloor) -> None:
    (shopfloor.cwd / "notes.txt").write_text("mine\n")
    before = git(shopfloor.cwd, "rev-parse", "HEAD")
    done = Shopfloor(shopfloor.home, shopfloor.cwd / "src").run("run", "Add a greeting", "--repo", ".")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "1 uncommitted change in your checkout" in done.stdout
    for phase in ("planning", "implementing", "testing"):
        assert f"{phase} done" in done.stdout
    assert "draft pull request #1" in done.stdout
    assert "\x1b" not in done.stdout
    assert [name for name in branches(shopfloor.cwd) if name != "trunk"] != []
    assert git(shopfloor.cwd, "rev-parse", "HEAD") == before
    assert git(shopfloor.cwd, "status", "--porcelain") == "?? notes.txt"
    assert Home(shopfloor.home).running_server() is None
    assert processes_of(shopfloor) == []


def test_what_was_done_can_be_looked_at_steered_and_merged(shopfloor: Shopfloor) -> None:
    events = shopfloor.run("run", "demo: write hello.txt Hello", "--workflow", "build", "--json")
    *journal, last = [json.loads(line) for line in events.stdout.splitlines()]
    assert [event["seq"] for event in journal] == list(range(1, len(journal) + 1))
    order = last["agent_work_order"]
    assert (order["status"], order["workflow_type"]) == ("completed", "agent_workflow_build")

    assert "+Hello" in shopfloor.run("diff").stdout
    more = shopfloor.run("prompt", "last", "demo: write more.txt More")
    assert more.returncode == 0, more.stderr
    assert "commit" in more.stdout
    merged = shopfloor.run("pr", "merge", "last")
    assert merged.stdout.startswith("#1  merged"), merged.stderr
    assert (shopfloor.cwd / "hello.txt").read_text() == "Hello\n"
    assert (shopfloor.cwd / "more.txt").read_text() == "More\n"


def test_a_failed_order_is_exit_code_1_and_can_be_retried(shopfloor: Shopfloor) -> None:
    failed = shopfloor.run("run", "demo: fail-once persistent No luck today", "--workflow", "build")
    assert failed.returncode == 1
    assert "No luck today" in failed.stdout
    assert "shopfloor retry wo-" in failed.stdout
    assert shopfloor.run("retry", "last").returncode == 0


def test_a_detached_order_waits_for_somebody_to_carry_it_out(shopfloor: Shopfloor) -> None:
    filed = shopfloor.run("run", "demo: write a.txt A", "--workflow", "build", "--detach")
    assert filed.returncode == 0
    assert "No server is running" in filed.stdout
    assert shopfloor.json("show")["agent_work_order"]["status"] == "pending"
    followed = shopfloor.run("follow")
    assert followed.returncode == 0, followed.stderr
    assert shopfloor.json("show")["agent_work_order"]["status"] == "completed"


def test_ctrl_c_with_nobody_to_ask_cancels_what_is_carried_out_here(shopfloor: Shopfloor) -> None:
    process = shopfloor.start("run", "demo: sleep 600", "--workflow", "build", "--json")
    read_until(process, "agent_command_started")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=SECONDS)
    assert process.returncode == 3
    assert json.loads(out.splitlines()[-1])["agent_work_order"]["status"] == "cancelled"
    assert processes_of(shopfloor) == []


def test_ctrl_c_at_a_terminal_asks_and_a_detached_order_goes_on_later(shopfloor: Shopfloor) -> None:
    prompt = "demo: write a.txt A\ndemo: say Ready\ndemo: sleep 600"
    with shopfloor.at_terminal("run", prompt, "--workflow", "build") as typed:
        typed.expect("Ready")
        typed.press_ctrl_c()
        typed.expect("[d]etach (keep it for later), [c]ancel the work order, or Enter to keep watching?")
        typed.type("d\n")
        assert typed.exit_code() == 4
        assert "shopfloor follow wo-" in typed.screen
    assert processes_of(shopfloor) == []
    order = shopfloor.json("show")["agent_work_order"]
    assert order["status"] == "running"
    assert shopfloor.run("cancel", order["agent_work_order_id"]).stdout.split() == [
        order["agent_work_order_id"],
        "cancelled",
    ]


def test_a_second_ctrl_c_cancels(shopfloor: Shopfloor) -> None:
    with shopfloor.at_terminal("run", "demo: say Ready\ndemo: sleep 600", "--workflow", "build") as typed:
        typed.expect("Ready")
        typed.press_ctrl_c()
        typed.expect("keep watching?")
        typed.press_ctrl_c()
        assert typed.exit_code() == 3
    assert processes_of(shopfloor) == []


def test_the_agents_question_is_put_to_the_person_at_the_terminal(shopfloor: Shopfloor) -> None:
    prompt = "demo: ask May I write?\ndemo: write a.txt A"
    with shopfloor.at_terminal("run", prompt, "--workflow", "build", "--permission-policy", "ask") as typed:
        typed.expect("The agent asks: May I write?")
        typed.expect("Your answer")
        typed.type("perhaps\n")
        typed.type("yes\n")
        assert typed.exit_code() == 0, typed.screen


def test_a_question_that_nobody_can_answer_is_exit_code_4(shopfloor: Shopfloor) -> None:
    done = shopfloor.run("run", "demo: ask May I?", "--workflow", "build", "--permission-policy", "ask")
    assert done.returncode == 4
    assert "waits for your answer" in done.stdout


def waiting_for(file: Path) -> str:
    return f"demo: run while [ ! -e {file} ]; do sleep 0.05; done"


def test_commands_of_two_terminals_share_the_server_inside_one(shopfloor: Shopfloor, tmp_path: Path) -> None:
    first = shopfloor.start("run", waiting_for(tmp_path / "one"), "--workflow", "build", "--json")
    read_until(first, "agent_command_started")
    second = shopfloor.start("run", waiting_for(tmp_path / "two"), "--workflow", "build", "--json")
    read_until(second, "agent_command_started")
    (tmp_path / "one").touch()
    assert first.stderr is not None
    assert "being carried out here" in first.stderr.readline()
    (tmp_path / "two").touch()
    for process in (second, first):
        process.communicate(timeout=SECONDS)
        assert process.returncode == 0


def test_doctor_finds_this_machine_fit(shopfloor: Shopfloor) -> None:
    checks = shopfloor.json("doctor")["checks"]
    names = {"python", "git", "home", "disk space", "server", "sandbox", "database", "agents"}
    assert names <= {check["name"] for check in checks}
    assert {check["status"] for check in checks} <= {"ok", "warn"}


def test_doctor_says_what_is_wrong(shopfloor: Shopfloor) -> None:
    done = shopfloor.run("doctor", "--home", "/proc/no-folder-can-be-made-here")
    assert done.returncode == 1
    assert "Set SHOPFLOOR_HOME to a folder you own." in done.stdout


def test_a_home_that_is_none_is_told_without_a_traceback(shopfloor: Shopfloor) -> None:
    shopfloor.home.write_text("not a folder")
    done = shopfloor.run("list", "--home", str(shopfloor.home / "inside"))
    assert done.returncode == 2
    assert "Not a directory" in done.stderr
    assert "Traceback" not in done.stderr


def test_settings_that_are_wrong_are_wrong_usage(shopfloor: Shopfloor) -> None:
    done = shopfloor.run("list", SHOPFLOOR_PORT="many")
    assert done.returncode == 2
    assert "SHOPFLOOR_PORT" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_task_is_filed_and_carried_out(shopfloor: Shopfloor) -> None:
    project_id = shopfloor.json("project", "add", ".", "--workflow", "build")["project_id"]
    task_id = shopfloor.json("task", "add", "Greet", "--description", "demo: write hello.txt Hello")["task_id"]
    assert shopfloor.run("task", "run", task_id).returncode == 0
    assert "completed" in shopfloor.run("task", "history", task_id, "--project", project_id).stdout
