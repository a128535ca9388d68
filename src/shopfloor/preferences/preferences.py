"""The floor's preferences: stored values win over the process's settings."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from shopfloor.domain.agent_choices import AgentChoices, DefaultChoices
from shopfloor.domain.ai_review import NO_AI_REVIEW, AiReviewRules, OnApprove
from shopfloor.domain.naming_endpoint import NamingEndpoint, NamingProvider
from shopfloor.domain.turn_limits import TurnLimits, merged_limits
from shopfloor.domain.work_order import AgentWorkflowType, PermissionPolicy, SandboxType
from shopfloor.errors import InvalidInput
from shopfloor.settings import Settings
from shopfloor.state_manager.store import Store


@dataclass(frozen=True, slots=True)
class PreferenceValues:
    default_agent: str
    default_model: str | None
    default_sandbox_type: SandboxType
    default_workflow_type: AgentWorkflowType
    default_permission_policy: PermissionPolicy
    max_running_orders: int
    max_running_orders_per_repository: int
    comment_on_issues: bool
    close_issues: bool
    author_name: str | None
    author_email: str | None
    carry_agent_credentials: bool
    default_reasoning_effort: str | None = None
    default_mode: str | None = None
    default_limits: TurnLimits | None = None
    naming: NamingEndpoint | None = None
    default_ai_review: AiReviewRules = NO_AI_REVIEW
    default_on_approve: OnApprove = OnApprove.NOTHING

    @property
    def default_choices(self) -> DefaultChoices:
        choices = AgentChoices(self.default_model, self.default_reasoning_effort, self.default_mode)
        return DefaultChoices(self.default_agent, choices)


_OF_THE_AGENT = ("default_model", "default_reasoning_effort", "default_mode")
"""They mean something to the default agent only, and go with it."""


class Preferences:
    """Kept in memory, because every order and every dispatch asks; written through to the database."""

    def __init__(self, *, store: Store, settings: Settings) -> None:
        self._store = store
        self._defaults = _from_settings(settings)
        self._stored: dict[str, Any] = {}
        self._current = self._defaults

    @property
    def current(self) -> PreferenceValues:
        return self._current

    async def load(self) -> None:
        self._stored = await self._store.read(lambda tx: tx.settings.get_all())
        self._current = _in_force(self._defaults, self._stored)

    async def update(self, changes: Mapping[str, Any]) -> PreferenceValues:
        """None takes a value back to what the server was started with."""
        changes = self._with_consequences(changes)
        stored = {name: value for name, value in {**self._stored, **changes}.items() if value is not None}
        updated = _in_force(self._defaults, stored)
        in_force = asdict(updated)
        plain = {name: None if changes[name] is None else in_force[name] for name in changes}
        await self._store.write(lambda tx: tx.settings.put(plain))
        self._stored, self._current = stored, updated
        return updated

    def _with_consequences(self, changes: Mapping[str, Any]) -> Mapping[str, Any]:
        if changes.get("default_agent", self._current.default_agent) == self._current.default_agent:
            return changes
        return {**dict.fromkeys(_OF_THE_AGENT), **changes}


def _in_force(defaults: PreferenceValues, stored: Mapping[str, Any]) -> PreferenceValues:
    """A default model of the server's own default agent says nothing about another agent."""
    if stored.get("default_agent", defaults.default_agent) != defaults.default_agent:
        defaults = replace(defaults, default_model=None, default_reasoning_effort=None, default_mode=None)
    return _with(defaults, stored)


def _from_settings(settings: Settings) -> PreferenceValues:
    values: dict[str, Any] = {field.name: getattr(settings, field.name, None) for field in fields(PreferenceValues)}
    limits = TurnLimits(max_tokens=settings.turn_max_tokens, max_cost_usd=settings.turn_max_cost_usd)
    own = {
        "default_limits": merged_limits([limits]),
        "naming": _naming_of(settings),
        "default_ai_review": NO_AI_REVIEW,
        "default_on_approve": OnApprove.NOTHING,
    }
    return PreferenceValues(**values | own)


def _naming_of(settings: Settings) -> NamingEndpoint | None:
    if not settings.naming_base_url or not settings.naming_model:
        return None
    return NamingEndpoint(settings.naming_provider, settings.naming_base_url, settings.naming_model)


def _with(values: PreferenceValues, changes: Mapping[str, Any]) -> PreferenceValues:
    known = {field.name for field in fields(PreferenceValues)}
    converted: dict[str, Any] = {}
    for name, value in changes.items():
        if name not in known:
            raise InvalidInput(f"There is no setting `{name}`.", field=name)
        converted[name] = _convert(name, value)
    return replace(values, **converted)


def _convert(name: str, value: Any) -> Any:
    kinds: dict[str, Any] = {
        "default_sandbox_type": SandboxType,
        "default_workflow_type": AgentWorkflowType,
        "default_permission_policy": PermissionPolicy,
        "default_on_approve": OnApprove,
    }
    if name == "default_limits" and isinstance(value, Mapping):
        return TurnLimits(**value)
    if name == "default_ai_review" and isinstance(value, Mapping):
        return AiReviewRules(**value)
    if name == "naming" and isinstance(value, Mapping):
        return NamingEndpoint(NamingProvider(value["provider"]), value["base_url"], value["model"])
    return kinds[name](value) if name in kinds else value
