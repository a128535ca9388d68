"""OpenCode. It opens a local HTTP port beside its ACP: closed by a password that nobody is told."""

import json

from shopfloor.agent_executor.catalogue import AgentDeclaration
from shopfloor.domain.work_order import Author

_ASK_FIRST = {"edit": "ask", "bash": "ask", "webfetch": "ask", "external_directory": "ask"}
"""Its own default is to do it; the order's policy answers."""
_PLUGINS_ARE_THERE = {"packages": {"": {"dependencies": {"@opencode-ai/plugin": "*"}}}}
"""With this and a `node_modules` it does not install its plugin package from the network."""

OPENCODE = AgentDeclaration(
    name="opencode",
    display_name="OpenCode",
    argv=("opencode", "acp"),
    description="Open source, for the models of many providers.",
    co_author=Author("OpenCode", "noreply@opencode.ai"),
    environment={
        "OPENCODE_DISABLE_AUTOUPDATE": "1",
        "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
        "OPENCODE_DISABLE_MODELS_FETCH": "1",
        "OPENCODE_DISABLE_SHARE": "1",
        "OPENCODE_PERMISSION": json.dumps(_ASK_FIRST),
    },
    random_variables=("OPENCODE_SERVER_PASSWORD",),
    key_variables=("OPENCODE_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"),
    credential_files=(".local/share/opencode/auth.json",),
    config_files=(".config/opencode/opencode.json", ".config/opencode/opencode.jsonc", ".config/opencode/AGENTS.md"),
    home_files={
        ".config/opencode/node_modules/.keep": "",
        ".config/opencode/package-lock.json": json.dumps(_PLUGINS_ARE_THERE),
    },
    needs_sign_in=False,
    version_argv=("opencode", "--version"),
    install_hint="npm install -g opencode-ai",
    login_hint="Run `opencode auth login`, or set the key of your model's provider.",
    supports_modes=True,
    reports_cost=True,
    retries_silently=True,
)
