"""Following an order and talking to it."""

import re
from pathlib import Path

from playwright.sync_api import expect
from tests.e2e.conftest import Visit
from tests.e2e.visitor import Visitor
from tests.support.client import ApiClient

BUILD = {"workflow_type": "agent_workflow_build", "permission_policy": "ask"}


def test_an_order_is_followed_to_its_end(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    order = api.create(repository, "Add a greeting module", workflow_type="agent_workflow_plan_build_test")
    visitor.open_order(order["agent_work_order_id"])
    visitor.status_is("Done")
    page = visitor.page
    expect(visitor.conversation).to_contain_text("2 tests passed")
    expect(page.get_by_label("Summary")).to_contain_text("4 files in 3 commits")
    expect(page.get_by_label("Phases")).to_contain_text(re.compile("Plan.*Build.*Test", re.DOTALL))
    expect(page.get_by_label("Git activity")).to_contain_text("+58")
    visitor.conversation.evaluate("element => { element.scrollTop = 0 }")
    expect(visitor.conversation).to_contain_text("Turn 2, build")
    expect(visitor.button("Jump to latest")).to_be_visible()
    page.keyboard.press("End")
    expect(visitor.button("Jump to latest")).to_be_hidden()


def test_words_arrive_while_the_agent_speaks(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    prompt = "Talk\ndemo: say The first sentence.\ndemo: run sleep 1\ndemo: ask May I go on?\ndemo: say The last one."
    order = api.create(repository, prompt, **BUILD)
    visitor.open_order(order["agent_work_order_id"])
    expect(visitor.said("The first sentence.")).to_be_visible()
    expect(visitor.said("The last one.")).to_be_hidden()
    visitor.is_asked()
    visitor.page.keyboard.press("1")
    expect(visitor.said("The last one.")).to_be_visible()
    visitor.status_is("Done")


def test_a_permission_is_denied_with_the_mouse(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    order = api.create(repository, "Ask\ndemo: ask May I delete it?\ndemo: say Deleted.", **BUILD)
    visitor.open_order(order["agent_work_order_id"])
    request = visitor.page.get_by_role("region", name="Demo asks for permission")
    expect(request).to_contain_text("May I delete it?")
    request.get_by_role("button", name=re.compile("^Deny(?! and)")).click()
    expect(visitor.conversation).to_contain_text("You said no, so I stop here.")
    expect(visitor.said("Deleted.")).to_be_hidden()
    expect(request).to_be_hidden()


def test_a_permission_is_denied_with_a_reason(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    order = api.create(repository, "Ask\ndemo: ask May I delete it?", **BUILD)
    visitor.open_order(order["agent_work_order_id"])
    request = visitor.page.get_by_role("region", name="Demo asks for permission")
    request.get_by_role("button", name="Deny and say why").click()
    assert visitor.axe() == []
    request.get_by_role("textbox", name="Why not").fill("It is still needed.")
    visitor.page.keyboard.press("Enter")
    expect(request).to_have_count(0)
    expect(visitor.conversation.locator(".ask").last).to_contain_text("May I delete it?: It is still needed.")


def test_prompts_are_queued_edited_withdrawn_and_answered(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    order = api.create(repository, "Wait\ndemo: ask May I finish?", **BUILD)
    visitor.open_order(order["agent_work_order_id"])
    visitor.status_is("Needs you")
    queue = visitor.page.get_by_role("region", name="Queued prompts")
    for text in ("demo: say one", "demo: say two"):
        visitor.prompt_box.fill(text)
        visitor.prompt_box.press("Enter")
        expect(queue).to_contain_text(text)
    expect(visitor.prompt_box).to_have_value("")
    visitor.prompt_box.press("ArrowUp")
    edited = queue.get_by_role("textbox", name="Queued prompt 2")
    edited.fill("demo: say two, better")
    edited.press("Enter")
    expect(queue).to_contain_text("demo: say two, better")
    queue.get_by_role("button", name="Withdraw queued prompt").first.click()
    expect(queue).not_to_contain_text("demo: say one")
    visitor.page.get_by_role("button", name="Allow once").click()
    visitor.status_is("Done")
    expect(visitor.said("two, better")).to_be_visible()
    expect(visitor.conversation).to_contain_text("Turn 2")
    expect(queue).to_be_hidden()


def test_stop_pause_and_resume_answer_at_once(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    order = api.create(repository, "Sleep\ndemo: write a.txt one\ndemo: sleep 600\ndemo: say Slept.", **BUILD)
    visitor.open_order(order["agent_work_order_id"])
    expect(visitor.conversation).to_contain_text("a.txt")
    visitor.button("Pause").click()
    visitor.status_is("Paused")
    expect(visitor.conversation).to_contain_text("Unfinished")
    visitor.button("Resume").click()
    visitor.status_is("Running")
    visitor.button("Stop").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Stop").click()
    visitor.status_is("Cancelled")
    expect(visitor.conversation).to_contain_text("The work so far is on the branch.")
    expect(visitor.prompt_box).to_be_hidden()


def test_a_failed_order_is_retried(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    prompt = "Fail\ndemo: fail-once persistent Three tests still fail\ndemo: write fixed.txt yes"
    order = api.create(repository, prompt, **BUILD)
    visitor.open_order(order["agent_work_order_id"])
    visitor.status_is("Failed")
    error = visitor.page.get_by_role("alert")
    expect(error).to_contain_text("Three tests still fail")
    expect(error).to_contain_text("Persistent")
    error.get_by_role("button", name="Retry from build").click()
    visitor.status_is("Done")
    expect(visitor.conversation).to_contain_text("fixed.txt")


def test_the_title_is_edited(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    order = api.create(repository, "Old words\ndemo: say hi", **BUILD)
    visitor.open_order(order["agent_work_order_id"])
    visitor.status_is("Done")
    visitor.button(re.compile("^Title: Old words")).click()
    visitor.page.get_by_role("textbox", name="Title").fill("New words")
    visitor.page.keyboard.press("Enter")
    expect(visitor.button(re.compile("^Title: New words"))).to_be_visible()
    visitor.page.reload()
    expect(visitor.button(re.compile("^Title: New words"))).to_be_visible()


def test_the_conversation_is_searched(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    says = "\n".join(f"demo: say Sentence {number}.\ndemo: run true" for number in range(40))
    order = api.create(repository, f"Talk\n{says}\ndemo: say The needle.\n{says}", **BUILD)
    visitor.open_order(order["agent_work_order_id"])
    visitor.status_is("Done")
    expect(visitor.said("The needle.")).to_be_hidden()
    visitor.page.keyboard.press("Control+f")
    visitor.page.get_by_role("searchbox", name="Find in conversation").fill("the needle")
    expect(visitor.page.get_by_role("status").filter(has_text="2 of 2")).to_be_visible()
    expect(visitor.said("The needle.")).to_be_visible()


def test_two_people_see_the_same(visit: Visit, api: ApiClient, repository: Path) -> None:
    order = api.create(repository, "Wait\ndemo: ask Together?", **BUILD)
    one, two = visit(), visit()
    for visitor in (one, two):
        visitor.open_order(order["agent_work_order_id"])
        visitor.status_is("Needs you")
    one.prompt_box.fill("demo: say from one")
    one.prompt_box.press("Enter")
    expect(two.page.get_by_role("region", name="Queued prompts")).to_contain_text("demo: say from one")
    two.page.get_by_role("button", name="Allow once").click()
    for visitor in (one, two):
        visitor.status_is("Done")
        expect(visitor.said("from one")).to_be_visible()
