"""What is kept: the store, the journal over it, preferences and secrets."""

import contextlib
from dataclasses import dataclass

from shopfloor.domain.events import ProjectNotice
from shopfloor.domain.redaction import Redactor
from shopfloor.event_journal.hub import JournalHub
from shopfloor.event_journal.journal import Journal
from shopfloor.event_journal.log_files import LogFiles
from shopfloor.home import Home
from shopfloor.observability.event_log import log_events
from shopfloor.preferences.preferences import Preferences
from shopfloor.settings import Settings
from shopfloor.state_manager.database import Database
from shopfloor.state_manager.store import Store
from shopfloor.vault.key import key_from_file, key_from_text
from shopfloor.vault.vault import Vault


@dataclass(frozen=True, slots=True)
class State:
    redactor: Redactor
    hub: JournalHub
    store: Store
    journal: Journal
    log_files: LogFiles
    preferences: Preferences
    vault: Vault


async def open_state(stack: contextlib.AsyncExitStack, settings: Settings, redactor: Redactor) -> State:
    hub = JournalHub()
    hub.attach(log_events)
    database = Database(settings.effective_database_url)
    stack.push_async_callback(database.close)
    await database.migrate()
    store = Store(database, hub, redactor=redactor)
    log_files = LogFiles(settings.home / "logs", store)
    journal = Journal(store, hub, log_files)
    stack.push_async_callback(journal.close)
    preferences = Preferences(store=store, settings=settings)
    await preferences.load()
    vault = Vault(
        store=store,
        redactor=redactor,
        key=lambda: _vault_key(settings),
        on_project_change=lambda project_id: hub.publish_notice(ProjectNotice(project_id)),
    )
    await vault.load()
    return State(redactor, hub, store, journal, log_files, preferences, vault)


def _vault_key(settings: Settings) -> bytes:
    if settings.secret_key:
        return key_from_text(settings.secret_key)
    return key_from_file(Home(settings.home).secret_key)
