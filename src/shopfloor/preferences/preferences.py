"""The floor's preferences: stored values win over the process's settings."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

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
    author_name: str | None
    author_email: str | None


class Preferences:
    """Kept in memory, because every order and every dispatch asks; written through to the database."""

    def __init__(self, *, store: Store, settings: Settings) -> None:
        self._store = store
        self._defaults = _from_settings(settings)
        self._current = self._defaults

    @property
    def current(self) -> PreferenceValues:
        return self._current

    async def load(self) -> None:
        stored = await self._store.read(lambda tx: tx.settings.get_all())
        self._current = _with(self._defaults, stored)

    async def update(self, changes: Mapping[str, Any]) -> PreferenceValues:
        updated = _with(self._current, changes)
        plain = {name: value for name, value in asdict(updated).items() if name in changes}
        await self._store.write(lambda tx: tx.settings.put(plain))
        self._current = updated
        return updated


def _from_settings(settings: Settings) -> PreferenceValues:
    return PreferenceValues(**{field.name: getattr(settings, field.name) for field in fields(PreferenceValues)})


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
    }
    return kinds[name](value) if name in kinds else value
