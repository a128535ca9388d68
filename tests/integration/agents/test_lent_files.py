"""A user's sign-in goes into the agent's HOME and comes back refreshed, and nothing else of hers does."""

import json
import stat
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.integration.agents.agent_floor import fake_sandbox

from shopfloor.agent_executor.catalogue import AgentDeclaration
from shopfloor.agent_executor.lent_files import LentFiles
from shopfloor.domain.redaction import Redactor
from shopfloor.sandbox_manager.local_sandbox import LocalSandbox

FILE = ".tool/auth.json"
AGENT = AgentDeclaration(
    "tool", "Tool", ("tool",), credential_files=(FILE, ".tool/other.json"), config_files=(".tool/config.json",)
)
OWN = {"access_token": "access-token-one", "refresh_token": "refresh-token-one", "expires": 1}
REFRESHED = {"access_token": "access-token-two", "refresh_token": "refresh-token-two", "expires": 2}


@dataclass
class Lending:
    sandbox: LocalSandbox
    user_home: Path
    redactor: Redactor
    is_allowed: bool = True

    @property
    def credentials(self) -> LentFiles:
        return LentFiles(user_home=self.user_home, is_allowed=lambda: self.is_allowed, redactor=self.redactor)

    @property
    def own(self) -> Path:
        return self.user_home / FILE

    @property
    def copy(self) -> Path:
        return Path(self.sandbox.home_path) / FILE

    async def carry_in(self) -> None:
        await self.credentials.carry_in(AGENT, self.sandbox)

    async def carry_out(self) -> None:
        await self.credentials.carry_out(AGENT, self.sandbox)


@pytest.fixture
async def lending(tmp_path: Path) -> AsyncIterator[Lending]:
    async with fake_sandbox(tmp_path / "floor") as sandbox:
        lending = Lending(sandbox, tmp_path / "user", Redactor())
        lending.own.parent.mkdir(parents=True)
        lending.own.write_text(json.dumps(OWN))
        (lending.own.parent / "history.jsonl").write_text("private")
        yield lending


async def test_only_the_declared_file_goes_in_and_it_is_gone_afterwards(lending: Lending) -> None:
    await lending.carry_in()
    assert json.loads(lending.copy.read_text()) == OWN
    assert stat.S_IMODE(lending.copy.stat().st_mode) == 0o600
    assert [path.name for path in lending.copy.parent.iterdir()] == ["auth.json"]
    assert lending.redactor.text("access-token-one refresh-token-one") == "[redacted] [redacted]"
    await lending.carry_out()
    assert not lending.copy.exists()
    assert json.loads(lending.own.read_text()) == OWN


async def test_what_the_agent_refreshed_replaces_the_users_file(lending: Lending) -> None:
    await lending.carry_in()
    lending.copy.write_text(json.dumps(REFRESHED))
    await lending.carry_out()
    assert json.loads(lending.own.read_text()) == REFRESHED
    assert stat.S_IMODE(lending.own.stat().st_mode) == 0o600
    assert lending.redactor.text("access-token-two") == "[redacted]"
    assert sorted(path.name for path in lending.own.parent.iterdir()) == ["auth.json", "history.jsonl"]


@pytest.mark.parametrize("damage", ["", "not json", "[]", '{"access_token": "x"}', json.dumps({**OWN, "more": 1})])
async def test_a_damaged_copy_is_not_taken_back(lending: Lending, damage: str) -> None:
    await lending.carry_in()
    lending.copy.write_text(damage)
    await lending.carry_out()
    assert json.loads(lending.own.read_text()) == OWN


async def test_a_sign_in_the_user_changed_meanwhile_is_left_alone(lending: Lending) -> None:
    await lending.carry_in()
    lending.copy.write_text(json.dumps(REFRESHED))
    newer = {**OWN, "access_token": "of-a-new-login"}
    lending.own.write_text(json.dumps(newer))
    await lending.carry_out()
    assert json.loads(lending.own.read_text()) == newer


async def test_what_was_refreshed_before_a_crash_is_not_overwritten_by_the_next_start(lending: Lending) -> None:
    await lending.carry_in()
    lending.copy.write_text(json.dumps(REFRESHED))
    await lending.carry_in()
    assert json.loads(lending.own.read_text()) == REFRESHED
    assert json.loads(lending.copy.read_text()) == REFRESHED


async def test_an_agent_cannot_make_us_read_or_write_elsewhere(lending: Lending, tmp_path: Path) -> None:
    await lending.carry_in()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "auth.json").write_text(json.dumps(REFRESHED))
    lending.copy.unlink()
    lending.copy.parent.rmdir()
    lending.copy.parent.symlink_to(elsewhere)
    await lending.carry_out()
    assert json.loads(lending.own.read_text()) == OWN
    assert (elsewhere / "auth.json").exists()


async def test_configuration_is_lent_too_but_never_taken_back(lending: Lending) -> None:
    own, copy = lending.own.with_name("config.json"), lending.copy.with_name("config.json")
    own.write_text('{"provider": {"apiKey": "a-key-in-the-config"}}')
    await lending.carry_in()
    assert copy.read_text() == own.read_text()
    assert lending.redactor.text("a-key-in-the-config") == "[redacted]"
    copy.write_text('{"provider": {"apiKey": "another"}}')
    await lending.carry_out()
    assert "a-key-in-the-config" in own.read_text()
    assert not copy.exists()


async def test_nothing_goes_in_where_it_is_not_allowed(lending: Lending) -> None:
    lending.is_allowed = False
    await lending.carry_in()
    assert not lending.copy.exists()
    assert lending.credentials.is_signed_in(AGENT)
