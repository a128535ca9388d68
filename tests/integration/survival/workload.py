"""The orders that live through the kills: what is asked, and what must be there in the end."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Literal

BUILD = {"workflow_type": "agent_workflow_build"}
IN_BRANCH = {**BUILD, "sandbox_type": "git_branch"}


@dataclass(frozen=True, slots=True)
class Job:
    name: str
    prompt: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    follow_ups: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    """What the branch holds in the end."""
    phases: tuple[str, ...] = ("implementing",)
    """Of its finished commits, in their order. One that is paused may have nothing left to commit when it goes on."""
    stop: Literal["pause", "cancel"] | None = None
    """What a user does to it once its agent is at work; a paused one she resumes later."""


def jobs(witness_number: int) -> Iterator[Job]:
    """One kind after the other, without end."""
    kinds = (
        _three_phases,
        _follow_ups,
        _hiding_children,
        _in_the_checkout,
        _cancelled,
        _many_files,
        _paused,
        _directed_phases,
        _nothing_to_commit,
        _sleeping,
        _talkative,
        _in_the_checkout,
    )
    for number in count():
        yield kinds[number % len(kinds)](number, witness_number)


def _three_phases(number: int, _: int) -> Job:
    return Job("three phases", f"Add greeting {number}", phases=("planning", "implementing", "testing"))


def _follow_ups(number: int, _: int) -> Job:
    return Job(
        "follow-ups",
        f"Start {number}\ndemo: write a.txt first {number}\ndemo: sleep 0.2",
        BUILD,
        follow_ups=(f"demo: write b.txt second {number}", f"demo: write c.txt third {number}"),
        files={"a.txt": f"first {number}", "b.txt": f"second {number}", "c.txt": f"third {number}"},
        phases=("implementing",) * 3,
    )


def _hiding_children(number: int, witness_number: int) -> Job:
    nap = f"sleep {witness_number}"
    lines = (
        f"Hide {number}",
        f"demo: run (setsid {nap} &) ; true",
        f"demo: run (cd / && env -i setsid sh -c '{nap} & {nap}' &) ; true",
        "demo: sleep 0.3",
        f"demo: write hidden.txt {number}",
    )
    return Job("hiding children", "\n".join(lines), BUILD, files={"hidden.txt": str(number)})


def _in_the_checkout(number: int, _: int) -> Job:
    prompt = f"Checkout {number}\ndemo: write here.txt {number}\ndemo: sleep 0.1\ndemo: write there.txt {number}"
    return Job("git_branch", prompt, IN_BRANCH, files={"here.txt": str(number), "there.txt": str(number)})


def _many_files(number: int, _: int) -> Job:
    loop = "mkdir -p many; for i in $(seq 300); do echo $i > many/$i; done"
    return Job("many files", f"Many {number}\ndemo: run {loop}", BUILD, files={"many/1": "1", "many/300": "300"})


def _directed_phases(number: int, _: int) -> Job:
    return Job(
        "directed phases",
        f"Do {number}\ndemo(plan): write a.txt {number}\ndemo: write b.txt {number}\ndemo(test): write c.txt {number}",
        files={name: str(number) for name in ("a.txt", "b.txt", "c.txt")},
        phases=("planning", "implementing", "testing"),
    )


def _nothing_to_commit(number: int, _: int) -> Job:
    return Job("nothing to commit", f"Talk {number}\ndemo: say nothing to do", BUILD, phases=())


def _sleeping(number: int, _: int) -> Job:
    prompt = f"Sleep {number}\ndemo: sleep 1\ndemo: write awake.txt {number}"
    return Job("sleeping", prompt, BUILD, files={"awake.txt": str(number)})


def _talkative(number: int, _: int) -> Job:
    prompt = f"Flood {number}\ndemo: flood 3000\ndemo: write said.txt {number}"
    return Job("talkative", prompt, BUILD, files={"said.txt": str(number)})


def _paused(number: int, _: int) -> Job:
    prompt = f"Pause {number}\ndemo: write early.txt {number}\ndemo: sleep 1\ndemo: write late.txt {number}"
    return Job("paused", prompt, BUILD, files={"early.txt": str(number), "late.txt": str(number)}, stop="pause")


def _cancelled(number: int, _: int) -> Job:
    prompt = f"Cancel {number}\ndemo: write half.txt {number}\ndemo: sleep 60"
    return Job("cancelled", prompt, BUILD, phases=(), stop="cancel")
