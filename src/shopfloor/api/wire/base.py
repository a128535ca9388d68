"""What all wire models share."""

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator
from pydantic_core import PydanticCustomError

PromptText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200_000)]
ShortText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]
Url = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2048)]
IssueNumber = Annotated[
    str,
    Field(coerce_numbers_to_str=True),
    StringConstraints(strip_whitespace=True, pattern=r"^#?[1-9][0-9]{0,9}$"),
]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100)]


class LimitsModel(BaseModel):
    """What one turn may take at most."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    turn_seconds: Annotated[float, Field(gt=0, le=604_800)] | None = None
    idle_seconds: Annotated[float, Field(gt=0, le=604_800)] | None = None
    max_tokens: Annotated[int, Field(ge=1, le=10**12)] | None = None
    max_cost_usd: Annotated[float, Field(gt=0, le=10**9, allow_inf_nan=False)] | None = None


class Request(BaseModel):
    model_config = ConfigDict(extra="forbid")

    @field_validator("*", mode="before")
    @classmethod
    def _has_no_nul(cls, value: Any) -> Any:
        """Neither databases nor programs take it."""
        if any("\0" in text for text in _texts_in(value)):
            raise PydanticCustomError("nul", "A text has no NUL in it.")
        return value


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from _texts_in(name)
            yield from _texts_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts_in(each)


class Response(BaseModel):
    model_config = ConfigDict(from_attributes=True)
