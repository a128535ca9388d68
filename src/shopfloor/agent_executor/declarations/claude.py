"""Claude Code, by its ACP adapter, or by itself where that is not installed.

It would retry for minutes without a word; our retries are told.
"""

from dataclasses import replace

from shopfloor.agent_executor.catalogue import AgentDeclaration, Driver
from shopfloor.domain.work_order import Author

_BY_ITS_ADAPTER = AgentDeclaration(
    name="claude",
    display_name="Claude Code",
    argv=("claude-agent-acp",),
    description="Anthropic's coding agent.",
    co_author=Author("Claude", "noreply@anthropic.com"),
    environment={
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "CLAUDE_CODE_MAX_RETRIES": "2",
        "DISABLE_AUTOUPDATER": "1",
        "IS_SANDBOX": "1",
    },
    passed_variables=("ANTHROPIC_BASE_URL", "ANTHROPIC_MODEL", "ANTHROPIC_SMALL_FAST_MODEL"),
    key_variables=("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"),
    swept_paths=(".claude/shell-snapshots",),
    credential_files=(".claude/.credentials.json",),
    version_argv=("claude-agent-acp", "--version"),
    install_hint="npm install -g @anthropic-ai/claude-code @agentclientprotocol/claude-agent-acp",
    login_hint="Run `claude` once and sign in with /login, or set ANTHROPIC_API_KEY.",
    supports_modes=True,
    supports_effort=True,
    reports_cost=True,
)

CLAUDE_BY_ITSELF = replace(
    _BY_ITS_ADAPTER,
    driver=Driver.CLAUDE_STREAM,
    argv=(
        *("claude", "-p", "--verbose", "--input-format", "stream-json", "--output-format", "stream-json"),
        *("--include-partial-messages", "--permission-prompt-tool", "stdio"),
    ),
    version_argv=("claude", "--version"),
)
CLAUDE = replace(_BY_ITS_ADAPTER, fallback=CLAUDE_BY_ITSELF)
