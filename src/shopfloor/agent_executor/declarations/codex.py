"""Codex, by its ACP adapter. Its modes are about what it may do unasked, so the order's policy chooses one."""

from shopfloor.agent_executor.catalogue import AgentDeclaration
from shopfloor.domain.work_order import Author

CODEX = AgentDeclaration(
    name="codex",
    display_name="Codex",
    argv=("codex-acp",),
    description="OpenAI's coding agent.",
    co_author=Author("Codex", "noreply@openai.com"),
    key_variables=("OPENAI_API_KEY", "CODEX_API_KEY"),
    sign_in_method="api-key",
    credential_files=(".codex/auth.json",),
    config_files=(".codex/config.toml", ".codex/AGENTS.md"),
    swept_paths=(".codex/shell_snapshots",),
    home_files={".codex/config.toml": "[features]\nplugins = false\n"},
    asking_mode="read-only",
    trusted_mode="agent-full-access",
    version_argv=("codex-acp", "--version"),
    install_hint="npm install -g @openai/codex @agentclientprotocol/codex-acp",
    login_hint="Run `codex login`, or set OPENAI_API_KEY.",
    supports_modes=True,
    supports_effort=True,
    trouble_key="codex",
)
