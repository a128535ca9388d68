"""Development servers that are broken or mean harm: one request suffers, the floor does not."""

import threading

import httpx
import pytest
from tests.integration.previews.conftest import RUDE_SERVER, Floor


@pytest.fixture(scope="module")
def rude(floor: Floor) -> Floor:
    floor.start(RUDE_SERVER)
    return floor


@pytest.mark.parametrize("deed", ["endless-headers", "no-http", "split-headers", "no-such-deed"])
def test_nonsense_is_no_answer(rude: Floor, deed: str) -> None:
    with rude.browser() as browser:
        answer = browser.get(f"/{deed}")
        assert answer.status_code == 502
        assert "set-cookie" not in answer.headers


def test_what_is_cut_off_is_seen_to_be(rude: Floor) -> None:
    with rude.browser() as browser, pytest.raises(httpx.RemoteProtocolError):
        browser.get("/cut-off")


def test_an_answer_nobody_asked_for_reaches_nobody(rude: Floor) -> None:
    with rude.browser() as browser:
        assert [browser.get("/twice").text for _ in range(3)] == ["ok"] * 3


def test_who_waits_for_a_silent_one_may_go_and_others_go_on(rude: Floor) -> None:
    with rude.browser() as browser:
        for _ in range(5):
            with pytest.raises(httpx.ReadTimeout):
                browser.get("/silent", timeout=0.2)
        assert browser.get("/twice").text == "ok"
    assert rude.api.ok("GET", rude.path())["state"] == "running"


def test_its_end_ends_who_waits(rude: Floor) -> None:
    with rude.browser() as browser:
        answers: list[int] = []
        waiter = threading.Thread(target=lambda: answers.append(browser.get("/silent").status_code))
        waiter.start()
        rude.api.ok("DELETE", rude.path())
        waiter.join(60)
        assert answers == [502] or answers == [503]
