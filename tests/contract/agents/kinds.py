"""How each agent is pointed at the scripted model, and which of its models the suite uses."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from shopfloor.agent_executor.catalogue import AgentDeclaration
from shopfloor.agent_executor.declarations import CLAUDE, CODEX, GEMINI, GOOSE, OPENCODE
from shopfloor.agent_executor.declarations.claude import CLAUDE_BY_ITSELF

KEY = "sk-test-not-a-real-key-0123456789"


@dataclass(frozen=True, slots=True)
class Kind:
    declaration: AgentDeclaration
    models: tuple[str, str]
    """By the names it offers them."""
    environment: Callable[[str], dict[str, str]] = lambda _url: {}
    user_files: Callable[[str], dict[str, str]] = lambda _url: {}
    """What its user has in her HOME."""
    wire_names: tuple[str, str] | None = None
    """What the models are called in requests, where that is another name."""
    instructions_file: str = "AGENTS.md"
    command_file: str | None = None
    """Where in a repository its own commands lie, here one called `shout`."""

    label: str | None = None
    """For the second way to run an agent."""

    @property
    def name(self) -> str:
        return self.declaration.name

    @property
    def test_id(self) -> str:
        return self.label or self.name

    @property
    def title(self) -> str:
        return self.declaration.display_name + (" by itself" if self.label else "")

    @property
    def names_on_the_wire(self) -> tuple[str, str]:
        return self.wire_names or self.models


def _priced(name: str) -> Mapping[str, object]:
    return {"name": name, "limit": {"context": 100_000, "output": 8_000}, "cost": {"input": 1, "output": 2}}


def _opencode_files(url: str) -> dict[str, str]:
    provider = {
        "npm": "@ai-sdk/openai-compatible",
        "name": "Scripted",
        "options": {"baseURL": f"{url}/v1", "apiKey": KEY},
        "models": {"scripted-one": _priced("One"), "scripted-two": _priced("Two")},
    }
    config = {
        "model": "scripted/scripted-one",
        "small_model": "scripted/scripted-one",
        "provider": {"scripted": provider},
    }
    return {".config/opencode/opencode.json": json.dumps(config)}


def _codex_files(url: str) -> dict[str, str]:
    config = f"""
model = "gpt-5.5"
model_provider = "scripted"

[model_providers.scripted]
name = "Scripted"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "OPENAI_API_KEY"
request_max_retries = 1
stream_max_retries = 1

[features]
plugins = false
"""
    return {".codex/config.toml": config}


KINDS = (
    Kind(
        CLAUDE,
        ("default", "haiku"),
        environment=lambda url: {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": KEY},
        wire_names=("opus", "haiku"),
        instructions_file="CLAUDE.md",
        command_file=".claude/commands/shout.md",
    ),
    Kind(
        CLAUDE_BY_ITSELF,
        ("default", "haiku"),
        environment=lambda url: {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": KEY},
        wire_names=("opus", "haiku"),
        instructions_file="CLAUDE.md",
        command_file=".claude/commands/shout.md",
        label="claude_itself",
    ),
    Kind(
        OPENCODE,
        ("scripted/scripted-one", "scripted/scripted-two"),
        user_files=_opencode_files,
        command_file=".opencode/command/shout.md",
        wire_names=("scripted-one", "scripted-two"),
    ),
    Kind(
        CODEX,
        ("gpt-5.5", "gpt-6-luna"),
        environment=lambda _url: {"OPENAI_API_KEY": KEY},
        user_files=_codex_files,
    ),
    Kind(
        GEMINI,
        ("gemini-2.5-pro", "gemini-3.8-flash"),
        environment=lambda url: {"GOOGLE_GEMINI_BASE_URL": url, "GEMINI_API_KEY": KEY},
        instructions_file="GEMINI.md",
    ),
    Kind(
        GOOSE,
        ("gpt-4o", "gpt-4o-mini"),
        environment=lambda url: {
            "GOOSE_PROVIDER": "openai",
            "GOOSE_MODEL": "gpt-4o",
            "OPENAI_HOST": url,
            "OPENAI_API_KEY": KEY,
        },
    ),
)
