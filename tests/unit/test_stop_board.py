import asyncio

import pytest

from shopfloor.domain.ids import RunId
from shopfloor.domain.runs import StopKind
from shopfloor.workflow_engine.stop_board import RunStopped, StopBoard

RUN = RunId("wo-aaaaaaaa-r1")


async def test_work_that_nobody_stops_returns_its_result() -> None:
    board = StopBoard()
    board.watch(RUN)

    async def work() -> int:
        return 7

    assert await board.obey(RUN, work()) == 7


async def test_a_stop_cancels_the_work_and_waits_for_its_cleanup() -> None:
    board = StopBoard()
    board.watch(RUN)
    cleaned = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            cleaned.set()

    asyncio.get_running_loop().call_soon(board.request, RUN, StopKind.PAUSE)
    with pytest.raises(RunStopped) as stopped:
        await board.obey(RUN, work())
    assert stopped.value.kind is StopKind.PAUSE
    assert cleaned.is_set()


async def test_a_stop_that_came_before_the_work_prevents_it() -> None:
    board = StopBoard()
    board.watch(RUN)
    board.request(RUN, StopKind.CANCEL)
    started = False

    async def work() -> None:
        nonlocal started
        started = True

    with pytest.raises(RunStopped):
        await board.obey(RUN, work())
    assert not started


async def test_the_servers_stop_is_a_cancellation_not_an_outcome() -> None:
    board = StopBoard()
    board.watch(RUN)
    asyncio.get_running_loop().call_soon(board.request_all)
    with pytest.raises(asyncio.CancelledError):
        await board.obey(RUN, asyncio.sleep(60))


async def test_an_error_of_the_work_passes_through() -> None:
    board = StopBoard()
    board.watch(RUN)

    async def work() -> None:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        await board.obey(RUN, work())


async def test_waiting_for_an_end_tells_whether_it_came() -> None:
    board = StopBoard()
    assert await board.wait_until_ended(RUN, 0.001)
    board.watch(RUN)
    assert not await board.wait_until_ended(RUN, 0.001)
    asyncio.get_running_loop().call_soon(board.forget, RUN)
    assert await board.wait_until_ended(RUN, 5)
