"""What an agent offers to choose from, as it said when it was last asked."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class OfferedModel:
    model_id: str
    name: str
    provider: str
    description: str | None = None


@dataclass(frozen=True, slots=True)
class OfferedChoice:
    id: str
    name: str
    description: str | None = None


@dataclass(frozen=True, slots=True)
class AgentOffer:
    agent: str
    fetched_at: datetime
    models: tuple[OfferedModel, ...] = ()
    modes: tuple[OfferedChoice, ...] = ()
    efforts: tuple[OfferedChoice, ...] = ()
    """Of the current model: another may have others."""
    current_model: str | None = None
    current_mode: str | None = None
    current_effort: str | None = None
