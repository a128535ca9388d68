"""What keeps looking in the background looks again when woken, when it wanted to, and after a failure."""

import asyncio
from collections.abc import Callable

from shopfloor.background_loop import BackgroundLoop

LONG = 3600.0


class Looker:
    """Says what it was told to say, one answer a look; a look without an answer left is the last one waited for."""

    def __init__(self, *answers: float | Callable[[], float] | None) -> None:
        self._answers = list(answers)
        self.looks = 0
        self.finished = asyncio.Event()

    async def look(self) -> float | None:
        self.looks += 1
        if not self._answers:
            self.finished.set()
            return None
        answer = self._answers.pop(0)
        return answer() if callable(answer) else answer


def fail() -> float:
    raise OSError("no answer")


async def looks_of(looker: Looker, *, every_seconds: float, wakes: int = 0) -> int:
    loop = BackgroundLoop("looker", looker.look, every_seconds=every_seconds)
    loop.start()
    for _ in range(wakes):
        await asyncio.sleep(0)
        loop.wake()
    await asyncio.wait_for(looker.finished.wait(), 60)
    await loop.stop()
    return looker.looks


async def test_it_looks_at_once() -> None:
    assert await looks_of(Looker(), every_seconds=LONG) == 1


async def test_it_looks_again_when_woken() -> None:
    assert await looks_of(Looker(None), every_seconds=LONG, wakes=1) == 2


async def test_it_looks_again_when_it_wanted_to() -> None:
    assert await looks_of(Looker(0.001), every_seconds=LONG) == 2


async def test_a_look_that_fails_is_followed_by_the_next() -> None:
    assert await looks_of(Looker(fail), every_seconds=0.001) >= 2


async def test_it_may_be_stopped_before_it_was_started() -> None:
    await BackgroundLoop("looker", Looker().look, every_seconds=LONG).stop()
