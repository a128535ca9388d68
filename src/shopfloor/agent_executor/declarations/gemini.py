"""Gemini CLI. When its model's server fails it tries again for minutes, without a word.

It takes up an earlier conversation only sometimes: at its start it removes sessions that it thinks are not worth
keeping. Where it does not, a new one is told what happened so far.
"""

import json

from shopfloor.agent_executor.catalogue import AgentDeclaration
from shopfloor.domain.work_order import Author

_SETTINGS = {
    "general": {"disableAutoUpdate": True, "disableUpdateNag": True},
    "privacy": {"usageStatisticsEnabled": False},
    "security": {"folderTrust": {"enabled": False}},
}
"""Without trust it refuses to remember a permission, and fails the tool call instead."""

GEMINI = AgentDeclaration(
    name="gemini",
    display_name="Gemini CLI",
    argv=("gemini", "--acp"),
    description="Google's coding agent.",
    co_author=Author("Gemini CLI", "noreply@google.com"),
    environment={"NO_BROWSER": "true"},
    passed_variables=("GOOGLE_GEMINI_BASE_URL", "GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION"),
    key_variables=("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    credential_files=(".gemini/oauth_creds.json", ".gemini/google_accounts.json"),
    config_files=(".gemini/settings.json", ".gemini/GEMINI.md"),
    home_files={".gemini/settings.json": json.dumps(_SETTINGS, indent=2)},
    version_argv=("gemini", "--version"),
    install_hint="npm install -g @google/gemini-cli",
    login_hint="Run `gemini` once and sign in, or set GEMINI_API_KEY.",
    supports_resume=False,
    shows_command_output=False,
    supports_modes=True,
    retries_silently=True,
)
