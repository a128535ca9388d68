"""Goose. Its modes are about what it may do unasked, so the order's policy chooses one."""

from shopfloor.agent_executor.catalogue import AgentDeclaration
from shopfloor.domain.work_order import Author

GOOSE = AgentDeclaration(
    name="goose",
    display_name="Goose",
    argv=("goose", "acp"),
    description="Open source, for the models of many providers.",
    co_author=Author("Goose", "noreply@goose.invalid"),
    environment={"GOOSE_DISABLE_KEYRING": "1"},
    passed_variables=(
        "GOOSE_PROVIDER",
        "GOOSE_MODEL",
        "OPENAI_HOST",
        "OPENAI_BASE_PATH",
        "ANTHROPIC_HOST",
        "OLLAMA_HOST",
    ),
    key_variables=("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "OPENROUTER_API_KEY"),
    credential_files=(".config/goose/secrets.yaml",),
    config_files=(".config/goose/config.yaml", ".config/goose/.goosehints"),
    asking_mode="approve",
    trusted_mode="auto",
    version_argv=("goose", "--version"),
    install_hint="brew install block-goose-cli",
    login_hint="Run `goose configure`, or set GOOSE_PROVIDER, GOOSE_MODEL and the key of that provider.",
    supports_modes=True,
    reports_cost=True,
    names_tool_kinds=False,
    errors_told_as_answers=(r"^Ran into this error: ", r"^Network error: "),
)
