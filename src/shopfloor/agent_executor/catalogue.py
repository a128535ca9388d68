"""The agents this floor knows, by name."""

import shlex
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from shopfloor import __version__
from shopfloor.agent_executor.error_classification import ErrorProfile
from shopfloor.domain.work_order import Author
from shopfloor.errors import AgentNotAvailable, NotFound


class Driver(StrEnum):
    """The language in which an agent is spoken to."""

    ACP = "acp"
    CLAUDE_STREAM = "claude_stream"


@dataclass(frozen=True, slots=True)
class AgentDeclaration:
    """How to start an agent, and what a user has to know of it."""

    name: str
    display_name: str
    argv: tuple[str, ...]
    """Empty as long as nobody has configured it. The program is a path, or a name to be found on PATH."""
    description: str = ""
    driver: Driver = Driver.ACP
    fallback: "AgentDeclaration | None" = None
    """The same agent in another way, for where the program of this one is not there."""
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
    default_model: str | None = None
    supports_modes: bool = False
    supports_effort: bool = False
    reports_cost: bool = False
    shows_command_output: bool = True
    names_tool_kinds: bool = True
    """False for one that does not tell an edit from a command."""
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
    swept_paths: tuple[str, ...] = ()
    """What it writes its environment into, keys and all, below its HOME. Removed when it has ended."""
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


class AgentCatalogue:
    def __init__(self, declarations: Iterable[AgentDeclaration], *, search_path: str) -> None:
        self._declarations = {declaration.name: declaration for declaration in declarations}
        self._search_path = search_path

    def declarations(self) -> Sequence[AgentDeclaration]:
        """All of them, also those that are still to be installed."""
        return tuple(self._declarations.values())

    @property
    def key_variables(self) -> frozenset[str]:
        """The keys of all agents."""
        return frozenset(name for each in self._declarations.values() for name in each.key_variables)

    def declaration(self, name: str) -> AgentDeclaration:
        """The agent of that name, be it installed or not."""
        declaration = self._declarations.get(name)
        if declaration is None:
            raise NotFound(f"There is no agent called {name}.", hint=f"There are: {', '.join(self._declarations)}.")
        return declaration

    def get(self, name: str) -> AgentDeclaration:
        """The agent of that name, if it can be started here."""
        try:
            declaration = self.declaration(name)
        except NotFound as exc:
            raise AgentNotAvailable(exc.message, hint=exc.hint, field="agent") from exc
        declaration = self.in_use(declaration)
        if self.path_of(declaration) is None:
            raise AgentNotAvailable(
                f"The agent {name} is not installed here.", hint=declaration.install_hint, field="agent"
            )
        return declaration

    def in_use(self, declaration: AgentDeclaration) -> AgentDeclaration:
        """Itself, or its fallback where that alone is installed. Looks on the disk."""
        fallback = declaration.fallback
        if fallback is not None and self.path_of(declaration) is None and self.path_of(fallback) is not None:
            return fallback
        return declaration

    def path_of(self, declaration: AgentDeclaration) -> str | None:
        """Where its program is. Looks on the disk."""
        return self.find(declaration.argv[0]) if declaration.argv else None

    def find(self, program: str) -> str | None:
        return shutil.which(program, path=self._search_path)


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


def custom_agent(
    command: str | None, *, key_variables: tuple[str, ...] = (), credential_files: tuple[str, ...] = ()
) -> AgentDeclaration:
    """Any program that speaks ACP on its standard input and output."""
    return AgentDeclaration(
        name="custom",
        display_name="Custom",
        argv=_split(command),
        description=f"Your own: {command}" if command else "Your own agent, any that speaks ACP.",
        co_author=Author("Custom Agent", "custom-agent@shopfloor.invalid"),
        key_variables=key_variables,
        credential_files=credential_files,
        needs_sign_in=None,
        install_hint="Set SHOPFLOOR_CUSTOM_AGENT_COMMAND to a command that is installed and speaks ACP.",
    )


def _split(command: str | None) -> tuple[str, ...]:
    """Nothing for a command with an open quote: the agent is then not available, which is told when it is used."""
    try:
        return tuple(shlex.split(command or ""))
    except ValueError:
        return ()
