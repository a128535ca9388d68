"""The agents this floor knows, by name."""

import asyncio
import shlex
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from shopfloor import __version__
from shopfloor.agent_executor.error_classification import ErrorProfile
from shopfloor.domain.work_order import Author
from shopfloor.errors import AgentNotAvailable


@dataclass(frozen=True, slots=True)
class AgentDeclaration:
    """How to start an agent, and what a user has to know of it."""

    name: str
    display_name: str
    argv: tuple[str, ...]
    """Empty as long as nobody has configured it. The program is a path, or a name to be found on PATH."""
    description: str = ""
    version: str | None = None
    co_author: Author | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    passed_variables: tuple[str, ...] = ()
    """Names of variables, such as those of keys, that it gets if the floor itself has them."""
    install_hint: str | None = None
    login_hint: str | None = None
    supports_models: bool = True
    supports_resume: bool = True
    asks_permission: bool = True
    supports_modes: bool = False
    supports_effort: bool = False
    reports_cost: bool = False
    asking_mode: str | None = None
    """The mode in which it asks before it acts, where it does not always; chosen if the user has chosen none."""
    trusted_mode: str | None = None
    """The mode for an order whose policy allows all."""
    version_argv: tuple[str, ...] = ()
    """What prints its version. Empty where it is not to be asked."""
    credential_files: tuple[str, ...] = ()
    """Where, below a user's HOME, it keeps its sign-in. Copied into the HOME it gets, if the user allows that."""
    config_files: tuple[str, ...] = ()
    """What a user has set for it, below her HOME. Copied like the sign-in, but does not sign it in."""
    home_files: Mapping[str, str] = field(default_factory=dict)
    """What lies in the HOME it gets, by path, where the user's own file was not copied."""
    key_variables: tuple[str, ...] = ()
    """Variables with a key, any of which signs it in: from the secrets, else from the floor's own environment."""
    sign_in_method: str | None = None
    """The ACP method that signs it in with the key from its environment, for an agent that has to be told."""
    needs_sign_in: bool | None = True
    """False for one that works without; None where that cannot be told."""
    random_variables: tuple[str, ...] = ()
    """Variables, such as the password of a port it opens, that get a new random value at each start."""
    errors_told_as_answers: tuple[str, ...] = ()
    """Patterns; see ErrorProfile for these three."""
    trouble_key: str | None = None
    retries_silently: bool = False

    @property
    def error_profile(self) -> ErrorProfile:
        return ErrorProfile(
            display_name=self.display_name,
            login_hint=self.login_hint,
            errors_told_as_answers=self.errors_told_as_answers,
            trouble_key=self.trouble_key,
            retries_silently=self.retries_silently,
        )


@dataclass(frozen=True, slots=True)
class AgentInfo:
    name: str
    display_name: str
    description: str
    is_installed: bool
    version: str | None
    hint: str | None
    """What to do before it can be used."""
    supports_models: bool
    supports_resume: bool
    asks_permission: bool


class AgentCatalogue:
    def __init__(self, declarations: Iterable[AgentDeclaration], *, search_path: str) -> None:
        self._declarations = {declaration.name: declaration for declaration in declarations}
        self._search_path = search_path

    async def list(self) -> "Sequence[AgentInfo]":
        """All of them, also those that are still to be installed. Looks on the disk."""
        return await asyncio.to_thread(lambda: [self._info(known) for known in self._declarations.values()])

    def get(self, name: str) -> AgentDeclaration:
        """The agent of that name, if it can be started here."""
        declaration = self._declarations.get(name)
        if declaration is None:
            known = ", ".join(self._declarations)
            raise AgentNotAvailable(f"There is no agent called {name}.", hint=f"There are: {known}.", field="agent")
        if not self._is_installed(declaration):
            raise AgentNotAvailable(
                f"The agent {name} is not installed here.", hint=declaration.install_hint, field="agent"
            )
        return declaration

    def _info(self, declaration: AgentDeclaration) -> AgentInfo:
        is_installed = self._is_installed(declaration)
        return AgentInfo(
            name=declaration.name,
            display_name=declaration.display_name,
            description=declaration.description,
            is_installed=is_installed,
            version=declaration.version,
            hint=None if is_installed else declaration.install_hint,
            supports_models=declaration.supports_models,
            supports_resume=declaration.supports_resume,
            asks_permission=declaration.asks_permission,
        )

    def _is_installed(self, declaration: AgentDeclaration) -> bool:
        return bool(declaration.argv) and shutil.which(declaration.argv[0], path=self._search_path) is not None


def demo_agent() -> AgentDeclaration:
    """Run by the interpreter itself, past virtual environments and shims, which would double its start time."""
    interpreter = getattr(sys, "_base_executable", None) or sys.executable
    folder = Path(__file__).parent / "demo_agent"
    return AgentDeclaration(
        name="demo",
        display_name="Demo",
        argv=(interpreter, "-S", "-I", str(folder)),
        description="Ships with Shopfloor. No model behind it: it plans, builds and tests something small.",
        version=__version__,
        needs_sign_in=False,
        co_author=Author("Shopfloor Demo Agent", "demo-agent@shopfloor.invalid"),
    )


def custom_agent(command: str | None, *, passed_variables: tuple[str, ...] = ()) -> AgentDeclaration:
    """Any program that speaks ACP on its standard input and output."""
    return AgentDeclaration(
        name="custom",
        display_name="Custom",
        argv=_split(command),
        description=f"Your own: {command}" if command else "Your own agent, any that speaks ACP.",
        co_author=Author("Custom Agent", "custom-agent@shopfloor.invalid"),
        passed_variables=passed_variables,
        needs_sign_in=None,
        install_hint="Set SHOPFLOOR_CUSTOM_AGENT_COMMAND to a command that is installed and speaks ACP.",
    )


def _split(command: str | None) -> tuple[str, ...]:
    """Nothing for a command with an open quote: the agent is then not available, which is told when it is used."""
    try:
        return tuple(shlex.split(command or ""))
    except ValueError:
        return ()
