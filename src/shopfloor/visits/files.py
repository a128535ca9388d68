"""The files of an order's sandbox, for people: nothing outside, no keys, nothing too large."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from shopfloor.domain.file_states import FileStates
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.sensitive_files import is_sensitive, masked
from shopfloor.domain.sizes import size_text
from shopfloor.errors import ContentTooLarge, FileRefused, InvalidInput, NotFound
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox, FileEntry, FoundLine
from shopfloor.visits.visits import Visits

SensitiveFiles = Literal["refuse", "mask", "show"]


@dataclass(frozen=True, slots=True)
class ListedFile:
    entry: FileEntry
    state: str | None
    """What git thinks of it; None where it is as committed."""
    is_sensitive: bool


@dataclass(frozen=True, slots=True)
class FileContent:
    entry: FileEntry
    content: bytes
    is_masked: bool


class SandboxFiles:
    def __init__(self, *, visits: Visits, sensitive: SensitiveFiles, size_limit: int) -> None:
        self._visits = visits
        self._sensitive = sensitive
        self._size_limit = size_limit

    async def list(self, order_id: AgentWorkOrderId, path: str) -> Sequence[ListedFile]:
        sandbox = await self._visits.sandbox(order_id)
        entries = await sandbox.list_files(path)
        states = FileStates(await sandbox.file_states(path))
        return [
            ListedFile(
                entry, states.of(entry.path, is_folder=entry.kind == "directory"), is_sensitive(entry.path.split("/"))
            )
            for entry in entries
        ]

    async def read(self, order_id: AgentWorkOrderId, path: str) -> FileContent:
        sandbox = await self._visits.sandbox(order_id)
        entry = await sandbox.stat_file(path)
        if entry.kind != "file":
            raise InvalidInput(f"{path!r} is not a file.", field="path")
        if entry.size > self._size_limit:
            said = f"{path!r} has {size_text(entry.size)}; the limit is {size_text(self._size_limit)}."
            hint = "Open a terminal, or set SHOPFLOOR_FILE_SIZE_LIMIT."
            raise ContentTooLarge(said, field="path", hint=hint)
        hides = self._hides(path, entry.path)
        if hides and self._sensitive == "refuse":
            raise _refused(path)
        content = await sandbox.read_file(path, max_bytes=self._size_limit)
        if hides:
            content = masked(content.decode("utf-8", "replace")).encode()
        return FileContent(entry, content, hides)

    async def write(
        self, order_id: AgentWorkOrderId, path: str, content: bytes, *, expected_version: str | None
    ) -> FileEntry:
        if len(content) > self._size_limit:
            raise ContentTooLarge(f"The content is larger than {size_text(self._size_limit)}.", field="content")
        sandbox = await self._changeable(order_id, path)
        await self._refuse_link_to_hidden(sandbox, path)
        return await sandbox.write_file(path, content, expected_version=expected_version)

    async def make_folder(self, order_id: AgentWorkOrderId, path: str) -> None:
        await (await self._changeable(order_id, path)).make_folder(path)

    async def move(self, order_id: AgentWorkOrderId, path: str, to: str) -> None:
        sandbox = await self._changeable(order_id, path)
        self._refuse_hidden(to)
        await sandbox.move_file(path, to)

    async def remove(self, order_id: AgentWorkOrderId, path: str) -> None:
        await (await self._changeable(order_id, path)).remove_file(path)

    async def find_files(self, order_id: AgentWorkOrderId, text: str, limit: int) -> Sequence[str]:
        return await (await self._visits.sandbox(order_id)).find_files(text, limit=limit)

    async def find_lines(
        self, order_id: AgentWorkOrderId, text: str, limit: int, ignore_case: bool
    ) -> Sequence[FoundLine]:
        sandbox = await self._visits.sandbox(order_id)
        found = await sandbox.find_lines(text, limit=limit, ignore_case=ignore_case)
        return [line for line in found if not self._hides(line.path)]

    async def _changeable(self, order_id: AgentWorkOrderId, path: str) -> AgentSandbox:
        self._refuse_hidden(path)
        sandbox = await self._visits.sandbox(order_id)
        await sandbox.note_visit()
        return sandbox

    def _refuse_hidden(self, path: str) -> None:
        """What is only masked to be read would be destroyed by being written back."""
        if self._hides(path):
            raise _refused(path)

    async def _refuse_link_to_hidden(self, sandbox: AgentSandbox, path: str) -> None:
        """Writing goes through links."""
        with contextlib.suppress(NotFound):
            if self._hides((await sandbox.stat_file(path)).path):
                raise _refused(path)

    def _hides(self, *paths: str) -> bool:
        return self._sensitive != "show" and any(is_sensitive(_parts(path)) for path in paths)


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part not in ("", ".")]


def _refused(path: str) -> FileRefused:
    return FileRefused(
        f"{path!r} may hold keys or passwords and is not shown.",
        field="path",
        hint="Open a terminal, or set SHOPFLOOR_SENSITIVE_FILES=mask or show.",
    )
