"""What finds names: titles, branches, subjects, summaries."""

import contextlib

from shopfloor.app.git_tools import GitTools
from shopfloor.app.state import State
from shopfloor.git_operations.pending_changes import PendingChanges
from shopfloor.settings import Settings
from shopfloor.small_model.chat import SmallModelChat
from shopfloor.small_model.namer import Namer
from shopfloor.workflow_engine.naming_desk import NamingDesk


def assemble_naming(stack: contextlib.AsyncExitStack, state: State, tools: GitTools, settings: Settings) -> NamingDesk:
    async def key() -> str | None:
        return await state.vault.find("naming_api_key") or settings.naming_api_key

    if settings.naming_api_key:
        state.redactor.learn(settings.naming_api_key)
    namer = Namer(
        chat=SmallModelChat(),
        endpoint=lambda: state.preferences.current.naming,
        key=key,
        redactor=state.redactor,
    )
    naming = NamingDesk(namer=namer, store=state.store, changes=PendingChanges(tools.git))
    stack.push_async_callback(naming.close)
    return naming
