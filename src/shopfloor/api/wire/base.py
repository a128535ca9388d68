"""What all wire models share."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

PromptText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200_000)]
ShortText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]
Url = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2048)]
IssueNumber = Annotated[
    str,
    Field(coerce_numbers_to_str=True),
    StringConstraints(strip_whitespace=True, pattern=r"^#?[1-9][0-9]{0,9}$"),
]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100)]


class Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Response(BaseModel):
    model_config = ConfigDict(from_attributes=True)
