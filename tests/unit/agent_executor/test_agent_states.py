"""What is told of each agent: installed, version, signed in, and what to do about what is missing."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from shopfloor.agent_executor.agent_keys import AgentKeys
from shopfloor.agent_executor.agent_states import AgentState, AgentStates
from shopfloor.agent_executor.catalogue import AgentCatalogue, AgentDeclaration, custom_agent, demo_agent
from shopfloor.agent_executor.lent_files import LentFiles
from shopfloor.agent_executor.version_probe import VersionProbe
from shopfloor.domain.ids import ProjectId
from shopfloor.domain.redaction import Redactor
from shopfloor.errors import NotFound, ProcessError

CLAUDE = AgentDeclaration(
    name="claude",
    display_name="Claude Code",
    argv=("claude-agent-acp",),
    version_argv=("claude", "--version"),
    credential_files=(".claude/.credentials.json",),
    key_variables=("ANTHROPIC_API_KEY",),
    install_hint="Install it.",
    login_hint="Sign in.",
)


class Secrets(dict[str, str]):
    async def find(self, name: str, *, project_id: ProjectId | None = None) -> str | None:
        return self.get(f"{project_id}/{name}") or self.get(name)


class Machine:
    """A PATH, a HOME and a vault of its own."""

    def __init__(self, folder: Path) -> None:
        self.bin, self.home = folder / "bin", folder / "home"
        self.secrets, self.redactor = Secrets(), Redactor()
        self.environment: dict[str, str] = {}
        self.carrying = True
        self.asked: list[Sequence[str]] = []
        self.prints = "2.1.325 (Claude Code)\n"
        for made in (self.bin, self.home / ".claude"):
            made.mkdir(parents=True)

    def install(self, name: str) -> None:
        (self.bin / name).write_text("#!/bin/sh\n")
        (self.bin / name).chmod(0o755)

    def sign_in(self) -> None:
        (self.home / ".claude/.credentials.json").write_text('{"claudeAiOauth": {}}')

    @property
    def keys(self) -> AgentKeys:
        return AgentKeys(secrets=self.secrets, environment=self.environment, redactor=self.redactor)

    async def run(self, argv: Sequence[str], _seconds: float) -> str:
        self.asked.append(argv)
        if self.prints == "crash":
            raise ProcessError("no")
        return self.prints

    def states(self, platform: str = "linux") -> AgentStates:
        return AgentStates(
            catalogue=AgentCatalogue([demo_agent(), custom_agent(None), CLAUDE], search_path=str(self.bin)),
            keys=self.keys,
            lent_files=LentFiles(user_home=self.home, is_allowed=lambda: self.carrying, redactor=self.redactor),
            versions=VersionProbe(self.run),
            platform=platform,
        )

    async def claude(self, platform: str = "linux") -> AgentState:
        return await self.states(platform).get("claude")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


async def test_the_demo_agent_is_ready_and_the_others_say_what_is_missing(machine: Machine) -> None:
    demo, custom, claude = await machine.states().list()
    assert (demo.is_installed, demo.signed_in, demo.hint, demo.unavailable_reason) == (True, "yes", None, None)
    assert demo.version
    assert (custom.is_installed, custom.signed_in) == (False, "unknown")
    assert custom.hint is not None
    assert "SHOPFLOOR_CUSTOM_AGENT_COMMAND" in custom.hint
    assert (claude.is_installed, claude.path, claude.version) == (False, None, None)
    assert (claude.hint, claude.unavailable_reason) == ("Install it.", "`claude-agent-acp` is not on PATH.")


async def test_one_that_is_installed_is_asked_for_its_version_once(machine: Machine) -> None:
    machine.install("claude-agent-acp")
    machine.install("claude")
    states = machine.states()
    for _ in range(3):
        claude = await states.get("claude")
        assert (claude.version, claude.path) == ("2.1.325", str(machine.bin / "claude-agent-acp"))
    assert machine.asked == [[str(machine.bin / "claude"), "--version"]]
    (machine.bin / "claude").write_text("#!/bin/sh\n# a newer one\n")
    machine.prints = "2.2.0"
    assert (await states.get("claude")).version == "2.2.0"


@pytest.mark.parametrize("prints", ["", "no numbers here", "crash"])
async def test_a_version_that_is_not_told_stays_unknown(machine: Machine, prints: str) -> None:
    machine.install("claude-agent-acp")
    machine.install("claude")
    machine.prints = prints
    assert (await machine.claude()).version is None


async def test_nobody_waits_long_for_a_slow_program(tmp_path: Path) -> None:
    (tmp_path / "slow").write_text("")
    ready = asyncio.Event()

    async def slowly(_argv: Sequence[str], _seconds: float) -> str:
        await ready.wait()
        return "v1.2.3"

    probe = VersionProbe(slowly, patience_seconds=0.01)
    assert await probe.version_of(str(tmp_path / "slow"), ("slow", "-v")) is None
    ready.set()
    await asyncio.sleep(0)
    assert await probe.version_of(str(tmp_path / "slow"), ("slow", "-v")) == "1.2.3"
    await probe.close()


async def test_signed_in_by_file_by_secret_or_by_variable(machine: Machine) -> None:
    machine.install("claude-agent-acp")
    claude = await machine.claude()
    assert (claude.signed_in, claude.hint, claude.unavailable_reason) == ("no", "Sign in.", "It is not signed in.")
    assert (await machine.claude("darwin")).signed_in == "unknown"
    machine.environment["ANTHROPIC_API_KEY"] = "sk-ant-1"
    assert (await machine.claude()).signed_in == "yes"
    machine.environment.clear()
    machine.secrets["ANTHROPIC_API_KEY"] = "sk-ant-2"
    assert (await machine.claude()).signed_in == "yes"
    machine.secrets.clear()
    machine.sign_in()
    assert ((await machine.claude()).signed_in, (await machine.claude()).hint) == ("yes", None)


async def test_a_sign_in_that_may_not_be_carried_counts_for_nothing(machine: Machine) -> None:
    machine.install("claude-agent-acp")
    machine.sign_in()
    machine.carrying = False
    claude = await machine.claude()
    assert claude.signed_in == "no"
    assert claude.hint is not None
    assert "carry_agent_credentials" in claude.hint
    assert "ANTHROPIC_API_KEY" in claude.hint


async def test_an_unknown_agent_is_not_found(machine: Machine) -> None:
    with pytest.raises(NotFound):
        await machine.states().get("claud")


async def test_an_agent_gets_its_own_keys_and_no_others(machine: Machine) -> None:
    machine.environment |= {"ANTHROPIC_API_KEY": "of-the-floor", "OPENAI_API_KEY": "of-another"}
    assert await machine.keys.variables(CLAUDE) == {"ANTHROPIC_API_KEY": "of-the-floor"}
    machine.secrets["ANTHROPIC_API_KEY"] = "of-the-user"
    machine.secrets["pr-1/ANTHROPIC_API_KEY"] = "of-the-project"
    assert await machine.keys.variables(CLAUDE) == {"ANTHROPIC_API_KEY": "of-the-user"}
    assert await machine.keys.variables(CLAUDE, ProjectId("pr-1")) == {"ANTHROPIC_API_KEY": "of-the-project"}
    for key in ("of-the-floor", "of-the-user", "of-the-project"):
        assert machine.redactor.text(f"x {key} y") == "x [redacted] y"


async def test_passwords_are_new_at_each_start(machine: Machine) -> None:
    agent = AgentDeclaration("x", "X", ("x",), random_variables=("X_SERVER_PASSWORD",))
    first, second = await machine.keys.variables(agent), await machine.keys.variables(agent)
    assert first != second
    assert len(first["X_SERVER_PASSWORD"]) >= 24
