"""The only reader of the environment. Settings are an object that is passed in, never looked up."""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from shopfloor.domain.naming_endpoint import NamingProvider
from shopfloor.domain.work_order import AgentWorkflowType, PermissionPolicy, SandboxType
from shopfloor.errors import InvalidInput

PREFIX = "SHOPFLOOR_"
_LOOPBACK_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})
_CARRIED_VARIABLES = (
    *("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR"),
    *("HOME", "USER", "LOGNAME", "XDG_CONFIG_HOME", "SSH_AUTH_SOCK", "GIT_SSH_COMMAND"),
    *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"),
    *("GH_CONFIG_DIR", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"),
)
_TOKEN_VARIABLES = ("GITHUB_TOKEN", "GH_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN")
_LISTS = frozenset(
    {
        *("allowed_hosts", "github_hosts", "github_apps", "allowed_private_hosts"),
        *("custom_agent_keys", "custom_agent_credentials"),
    }
)
_AGENTS_VARIABLES = re.compile(
    r"(?:ANTHROPIC|CLAUDE|OPENAI|CODEX|GEMINI|GOOGLE|GOOSE|OPENCODE|OPENROUTER|AZURE|AWS|MISTRAL|DEEPSEEK|XAI|GROQ)_\w+"
)
"""Variables an agent may have a use for. Each gets only those that its declaration names."""


class Settings(BaseModel):
    """Each field is read from SHOPFLOOR_<NAME>, else from the settings file, else its default."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    home: Path = Field(description="where Shopfloor keeps its data")
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8484
    public_url: str | None = Field(None, description="how browsers reach this server, if not by host and port")
    allowed_hosts: tuple[str, ...] = Field((), description="further Host names to answer to")
    api_key: str | None = Field(None, repr=False, description="wanted from every client beyond loopback")
    secret_key: str | None = Field(None, repr=False, description="seals stored secrets; else a file under home does")
    github_webhook_secret: str | None = Field(None, repr=False, description="signs webhooks, unless one is stored")
    database_url: str | None = Field(None, repr=False, description="postgresql://… ; SQLite under home when unset")
    github_hosts: tuple[str, ...] = Field(
        ("github.com",), description="GitHub and GitHub Enterprise hosts; the first is what owner/name means"
    )
    github_app_id: str | None = Field(None, description="acts as this GitHub App where users have no token")
    github_app_private_key: str | None = Field(None, repr=False, description="its PEM, or the path of the file")
    github_apps: tuple[str, ...] = Field((), description="GitHub Apps of other hosts, each as APP_ID@HOST=KEY_FILE")
    allowed_private_hosts: tuple[str, ...] = Field(
        (), description="hosts in private networks that repositories may be on; * for all"
    )
    allow_local_repositories: bool | None = Field(
        None, description="repositories on this machine's disk; unless set: if only this machine is listened to"
    )
    demo: bool = Field(True, description="make a demo project and work order on the first start")
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["console", "json"] = "console"

    max_running_orders: Annotated[int, Field(ge=1, le=1000)] = 8
    max_running_orders_per_repository: Annotated[int, Field(ge=1, le=1000)] = 8
    default_agent: str = "demo"
    default_model: str | None = None
    default_reasoning_effort: str | None = None
    default_mode: str | None = None
    default_sandbox_type: SandboxType = SandboxType.GIT_WORKTREE
    default_workflow_type: AgentWorkflowType = AgentWorkflowType.PLAN_BUILD_TEST
    default_permission_policy: PermissionPolicy = PermissionPolicy.ALLOW_ALL
    comment_on_issues: bool = Field(False, description="say on an issue when work on it begins and ends")
    close_issues: bool = Field(False, description="pull requests close the issue they were made for")
    author_name: str | None = None
    author_email: str | None = None
    carry_agent_credentials: bool = Field(
        True, description="lend the user's sign-ins to agents; off unless this floor serves this machine only"
    )
    naming_provider: NamingProvider = NamingProvider.OPENAI
    naming_base_url: str | None = Field(None, description="of a small model that finds titles and names")
    naming_model: str | None = None
    naming_api_key: str | None = Field(None, repr=False, description="its key, unless it is a stored secret")
    custom_agent_command: str | None = Field(None, description="command line of the agent called `custom`")
    custom_agent_keys: tuple[str, ...] = Field((), description="variables with keys that `custom` gets")
    custom_agent_credentials: tuple[str, ...] = Field((), description="files below HOME with the sign-in of `custom`")

    turn_seconds: Annotated[float, Field(gt=0)] = 3600.0
    turn_idle_seconds: Annotated[float, Field(gt=0)] = 600.0
    turn_output_bytes: Annotated[int, Field(ge=2**20)] = 512 * 2**20
    turn_max_tokens: Annotated[int, Field(ge=1)] | None = None
    turn_max_cost_usd: Annotated[float, Field(gt=0)] | None = None
    turn_attempts: Annotated[int, Field(ge=1, le=10)] = 3
    retry_delay_seconds: Annotated[float, Field(ge=0)] = 1.0
    permission_seconds: Annotated[float, Field(gt=0)] = 600.0
    sensitive_files: Literal["refuse", "mask", "show"] = Field(
        "refuse", description="what people see of files with keys in a sandbox, such as .env"
    )
    file_size_limit: Annotated[int, Field(ge=1024)] = Field(
        10 * 1024 * 1024, description="largest file of a sandbox to be read or written over HTTP"
    )
    terminal_shell: str = Field("/bin/bash", description="what a terminal in a sandbox runs")
    preview_url: str | None = Field(
        None, description="names for previews beyond this machine, such as https://*.preview.example.com"
    )
    editor_command: str | None = Field(
        None, description="VS Code for browsers; unless set, code-server or openvscode-server from the PATH"
    )
    preview_idle_seconds: Annotated[float, Field(gt=0)] = Field(
        1800.0, description="a preview or editor that nobody uses for so long is ended"
    )
    request_body_limit: Annotated[int, Field(ge=1024)] = 1024 * 1024

    environment: Mapping[str, str] = Field(default_factory=dict, repr=False)
    """The variables our own git may see. What an agent may see is a smaller list, kept by its sandbox."""

    forge_tokens: Mapping[str, str] = Field(default_factory=dict, repr=False)
    """By the names of their variables. No program that we start sees them."""

    agent_environment: Mapping[str, str] = Field(default_factory=dict, repr=False)
    """Keys and addresses of models that the floor was started with."""

    @property
    def effective_database_url(self) -> str:
        return self.database_url or f"sqlite:///{self.home / 'shopfloor.db'}"

    @property
    def is_loopback(self) -> bool:
        return self.host in _LOOPBACK_HOSTS


def load_settings(environ: Mapping[str, str] | None = None, **overrides: Any) -> Settings:
    environ = os.environ if environ is None else environ
    home = Path(overrides.pop("home", None) or environ.get(f"{PREFIX}HOME") or _default_home()).expanduser().absolute()
    config_file = environ.get(f"{PREFIX}CONFIG")
    values = _from_file(Path(config_file) if config_file else home / "shopfloor.toml", required=bool(config_file))
    values |= _from_environment(environ)
    values |= {name: value for name, value in overrides.items() if value is not None}
    values |= {"home": home, "environment": {k: environ[k] for k in _CARRIED_VARIABLES if k in environ}}
    values |= {"forge_tokens": {k: environ[k] for k in _TOKEN_VARIABLES if environ.get(k)}}
    keys = values.get("custom_agent_keys", ())
    values["agent_environment"] = {k: v for k, v in environ.items() if k in keys or _AGENTS_VARIABLES.fullmatch(k)}
    values.setdefault("carry_agent_credentials", values.get("host", "127.0.0.1") in _LOOPBACK_HOSTS)
    try:
        return Settings.model_validate(values)
    except ValidationError as exc:
        problem = exc.errors()[0]
        name = "_".join(str(part) for part in problem["loc"][:1])
        raise InvalidInput(
            f"The setting {PREFIX}{name.upper()} is not usable: {problem['msg']}.",
            field=name,
            hint="`shopfloor serve --help` lists the settings.",
        ) from exc


def _default_home() -> str:
    return platformdirs.user_data_dir("shopfloor")


def _from_file(path: Path, *, required: bool) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        if required:
            raise InvalidInput(f"The settings file {path} is not there.", field="config") from None
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as exc:
        raise InvalidInput(f"The settings file {path} is not valid TOML: {exc}.", field="config") from exc
    except OSError as exc:
        raise InvalidInput(f"The settings file {path} cannot be read: {exc.strerror}.", field="config") from exc


def _from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    fields = set(Settings.model_fields) - {"home", "environment", "forge_tokens", "agent_environment"}
    found: dict[str, Any] = {}
    for name in fields:
        value = environ.get(f"{PREFIX}{name.upper()}")
        if value:
            found[name] = tuple(part.strip() for part in value.split(",")) if name in _LISTS else value
    return found
