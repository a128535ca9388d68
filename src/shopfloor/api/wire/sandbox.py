"""A sandbox's state, files and terminals on the wire."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from shopfloor.api.wire.base import Request, Response, ShortText

FilePath = Annotated[str, StringConstraints(min_length=1, max_length=4096)]


class SandboxStateModel(Response):
    sandbox_identifier: str
    status: str
    workspace_path: str | None = Field(description="where it lies, if on this machine")
    git_branch_name: str | None
    head_sha: str | None
    is_dirty: bool
    running_processes: int


class FileModel(Response):
    path: str
    name: str
    kind: str = Field(description="file, directory, symlink, submodule or other")
    size: int
    modified_at: datetime
    etag: str
    git_state: str | None = Field(
        None, description="modified, added, deleted, untracked, ignored, conflicted; null where it is as committed"
    )
    is_sensitive: bool = False


class FilesResponse(Response):
    path: str
    files: list[FileModel]
    total_count: int
    has_more: bool


class ChangeFilesRequest(Request):
    action: Literal["make_folder", "move"]
    path: FilePath
    to: FilePath | None = None


class FoundLineModel(Response):
    path: str
    line: int
    text: str


class FileSearchResponse(Response):
    paths: list[str]
    lines: list[FoundLineModel]
    total_count: int
    has_more: bool


class CommitByHandRequest(Request):
    message: ShortText | None = None


class CommitByHandResponse(Response):
    committed: bool
    git_commit_sha: str | None


class TerminalModel(Response):
    terminal_id: str
    is_alive: bool
    is_busy: bool = Field(description="a program runs in its shell")
    exit_code: int | None
    created_at: datetime


class TerminalsResponse(Response):
    terminals: list[TerminalModel]
    total_count: int
    has_more: bool


class OpenTerminalRequest(Request):
    columns: Annotated[int, Field(ge=1, le=1000)] = 80
    rows: Annotated[int, Field(ge=1, le=1000)] = 24
