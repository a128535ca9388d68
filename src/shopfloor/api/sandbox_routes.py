"""Inside an order's sandbox: its files and its terminals."""

import mimetypes
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import asdict
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Header, Query, Request, Response
from starlette.convertors import PathConvertor, register_url_convertor

from shopfloor.api import wire
from shopfloor.api.file_names import name_as_text, name_from_text
from shopfloor.api.services import Services
from shopfloor.api.sse import HEARTBEAT, encode_named, event_stream
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.errors import InvalidInput
from shopfloor.sandbox_manager.sandbox_protocol import FileEntry

_SHOWN_INLINE = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp"})
_FOUND = 200


class _FilePathConvertor(PathConvertor):
    """A path as file names are: with line ends in them, too."""

    regex = "(?s:.*)"


register_url_convertor("file_path", _FilePathConvertor())


def sandbox_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/agent-work-orders/{agent_work_order_id}", tags=["sandbox"])
    _add_state(router, services)
    _add_tree(router, services)
    _add_file(router, services)
    _add_terminals(router, services)
    return router


def _add_state(router: APIRouter, services: Services) -> None:
    @router.get("/sandbox")
    async def get_sandbox(agent_work_order_id: str) -> wire.SandboxStateModel:
        """What the sandbox is like now."""
        sandbox = await services.visits.look(AgentWorkOrderId(agent_work_order_id))
        state = asdict(await sandbox.get_current_state())
        path = sandbox.workspace_path if sandbox.capabilities.local_files else None
        return wire.SandboxStateModel.model_validate({**state, "workspace_path": path})

    @router.post("/commits")
    async def commit_by_hand(agent_work_order_id: str, request: wire.CommitByHandRequest) -> wire.CommitByHandResponse:
        """Commits and pushes what a person changed in the sandbox of an order that rests."""
        commit = await services.hand_commits.commit(AgentWorkOrderId(agent_work_order_id), request.message)
        return wire.CommitByHandResponse(committed=commit is not None, git_commit_sha=commit.sha if commit else None)


def _add_tree(router: APIRouter, services: Services) -> None:
    @router.get("/files")
    async def list_files(
        agent_work_order_id: str, path: Annotated[str, Query(max_length=4096)] = ""
    ) -> wire.FilesResponse:
        """What lies in a folder of the sandbox, and what git thinks of it."""
        listed = await services.files.list(AgentWorkOrderId(agent_work_order_id), name_from_text(path))
        files = [_file(each.entry, each.state, is_sensitive=each.is_sensitive) for each in listed]
        return wire.FilesResponse(path=path, files=files, total_count=len(files), has_more=False)

    @router.post("/files", status_code=204)
    async def change_files(agent_work_order_id: str, request: wire.ChangeFilesRequest) -> None:
        """Makes a folder, or moves a file or folder to where nothing is."""
        order_id, path = AgentWorkOrderId(agent_work_order_id), name_from_text(request.path)
        if request.action == "make_folder":
            await services.files.make_folder(order_id, path)
        elif request.to is None:
            raise InvalidInput("Where to? Give `to`.", field="to")
        else:
            await services.files.move(order_id, path, name_from_text(request.to))

    @router.get("/file-search")
    async def search_files(
        agent_work_order_id: str,
        q: Annotated[str, Query(min_length=1, max_length=200)],
        content: Annotated[bool, Query(description="search in the files, not in their names")] = False,
        match_case: bool = False,
    ) -> wire.FileSearchResponse:
        """Files by name, or lines by what is in them."""
        order_id = AgentWorkOrderId(agent_work_order_id)
        if not content:
            paths = [name_as_text(path) for path in await services.files.find_files(order_id, q, _FOUND)]
            return wire.FileSearchResponse(paths=paths, lines=[], total_count=len(paths), has_more=len(paths) >= _FOUND)
        found = await services.files.find_lines(order_id, q, _FOUND, not match_case)
        lines = [wire.FoundLineModel(path=name_as_text(each.path), line=each.line, text=each.text) for each in found]
        return wire.FileSearchResponse(paths=[], lines=lines, total_count=len(lines), has_more=len(lines) >= _FOUND)

    @router.get("/file-changes", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
    async def follow_file_changes(agent_work_order_id: str) -> Response:
        """Server-sent `files_changed` events: the paths that changed, or that too many did."""
        order_id = AgentWorkOrderId(agent_work_order_id)
        await services.visits.sandbox(order_id)
        return event_stream(_file_changes(services, order_id))


async def _file_changes(services: Services, order_id: AgentWorkOrderId) -> AsyncIterator[bytes]:
    async with aclosing(services.file_watch.follow(order_id)) as batches:
        async for batch in batches:
            if not batch.changes and batch.are_all:
                yield HEARTBEAT
                continue
            changes = [{"path": name_as_text(each.path), "change": each.change} for each in batch.changes]
            yield encode_named("files_changed", {"changes": changes, "are_all": batch.are_all})


def _add_file(router: APIRouter, services: Services) -> None:
    @router.get("/files/{path:file_path}", response_class=Response)
    async def read_file(
        agent_work_order_id: str,
        path: str,
        download: bool = False,
        if_none_match: Annotated[str | None, Header()] = None,
    ) -> Response:
        """The file as it is. Only pictures are sent as what they are: a page in a sandbox must not run as ours."""
        found = await services.files.read(AgentWorkOrderId(agent_work_order_id), name_from_text(path))
        headers = _content_headers(found.entry, download=download)
        if found.is_masked:
            headers["x-shopfloor-masked"] = "true"
        if if_none_match == headers["etag"]:
            return Response(status_code=304, headers=headers)
        return Response(found.content, media_type=_media_type(found.entry.path), headers=headers)

    @router.put("/files/{path:file_path}")
    async def write_file(
        agent_work_order_id: str,
        path: str,
        request: Request,
        if_match: Annotated[str | None, Header()] = None,
        if_none_match: Annotated[str | None, Header()] = None,
    ) -> wire.FileModel:
        """The body is the content. `If-Match` guards against overwriting, `If-None-Match: *` makes a new file only."""
        expected = "" if if_none_match == "*" else if_match.strip('"') if if_match else None
        content = await request.body()
        entry = await services.files.write(
            AgentWorkOrderId(agent_work_order_id), name_from_text(path), content, expected_version=expected
        )
        return _file(entry, None)

    @router.delete("/files/{path:file_path}", status_code=204)
    async def remove_file(agent_work_order_id: str, path: str) -> None:
        """Removes a file, or a folder with all that is in it."""
        await services.files.remove(AgentWorkOrderId(agent_work_order_id), name_from_text(path))


def _add_terminals(router: APIRouter, services: Services) -> None:
    @router.get("/terminals")
    async def list_terminals(agent_work_order_id: str) -> wire.TerminalsResponse:
        """The terminals of the sandbox, those that have ended too until they are closed."""
        order_id = AgentWorkOrderId(agent_work_order_id)
        await services.work_orders.get(order_id)
        models = [
            wire.TerminalModel.model_validate(each, from_attributes=True) for each in services.terminals.list(order_id)
        ]
        return wire.TerminalsResponse(terminals=models, total_count=len(models), has_more=False)

    @router.post("/terminals", status_code=201)
    async def open_terminal(agent_work_order_id: str, request: wire.OpenTerminalRequest) -> wire.TerminalModel:
        """A shell in the sandbox. Look at it and type into it over the WebSocket `…/terminal?terminal_id=`."""
        opened = await services.terminals.open(
            AgentWorkOrderId(agent_work_order_id), columns=request.columns, rows=request.rows
        )
        return wire.TerminalModel.model_validate(opened, from_attributes=True)

    @router.delete("/terminals/{terminal_id}", status_code=204)
    async def close_terminal(agent_work_order_id: str, terminal_id: str) -> None:
        """Ends the shell and all it started."""
        await services.terminals.close(AgentWorkOrderId(agent_work_order_id), terminal_id)


def _file(entry: FileEntry, state: str | None, *, is_sensitive: bool = False) -> wire.FileModel:
    path = name_as_text(entry.path)
    return wire.FileModel(
        path=path,
        name=path.rpartition("/")[2],
        kind=entry.kind,
        size=entry.size,
        modified_at=entry.modified_at,
        etag=f'"{entry.version}"',
        git_state=state,
        is_sensitive=is_sensitive,
    )


def _content_headers(entry: FileEntry, *, download: bool) -> dict[str, str]:
    name = quote(_printable(entry.path).rpartition("/")[2])
    how = "attachment" if download else "inline"
    return {
        "etag": f'"{entry.version}"',
        "cache-control": "no-cache",
        "content-disposition": f"{how}; filename*=UTF-8''{name}",
        "content-security-policy": "default-src 'none'; sandbox",
        "x-content-type-options": "nosniff",
    }


def _media_type(path: str) -> str:
    guessed = mimetypes.guess_type(path)[0]
    return guessed if guessed in _SHOWN_INLINE else "text/plain; charset=utf-8"


def _printable(path: str) -> str:
    """For a header: bytes that are no text are shown as what they are not."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
