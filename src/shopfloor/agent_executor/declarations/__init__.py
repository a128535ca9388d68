"""The agents Shopfloor knows by name: one small declaration each. What is not on the user's PATH is not run."""

from shopfloor.agent_executor.declarations.claude import CLAUDE
from shopfloor.agent_executor.declarations.codex import CODEX
from shopfloor.agent_executor.declarations.gemini import GEMINI
from shopfloor.agent_executor.declarations.goose import GOOSE
from shopfloor.agent_executor.declarations.opencode import OPENCODE

KNOWN_AGENTS = (CLAUDE, OPENCODE, CODEX, GEMINI, GOOSE)

__all__ = ["CLAUDE", "CODEX", "GEMINI", "GOOSE", "KNOWN_AGENTS", "OPENCODE"]
