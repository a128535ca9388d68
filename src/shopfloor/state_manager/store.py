"""What the services use: all repositories in one transaction, and subscribers told after the commit."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from shopfloor.domain.events import Event
from shopfloor.domain.redaction import Redactor
from shopfloor.state_manager.agent_offers import AgentOfferReader, AgentOffers
from shopfloor.state_manager.ai_reviews import AiReviewReader, AiReviews
from shopfloor.state_manager.clock import Clock, utc_now
from shopfloor.state_manager.configuration import ConfigurationReader
from shopfloor.state_manager.database import Database
from shopfloor.state_manager.forge_repositories import ForgeRepositories, ForgeRepositoryReader
from shopfloor.state_manager.journal_rows import JournalReader, JournalRows
from shopfloor.state_manager.permissions import PermissionReader, Permissions
from shopfloor.state_manager.project_states import ProjectStateReader
from shopfloor.state_manager.projects import ProjectReader, Projects
from shopfloor.state_manager.prompts import PromptReader, Prompts
from shopfloor.state_manager.pull_requests import PullRequestReader, PullRequests
from shopfloor.state_manager.runs import RunReader, Runs
from shopfloor.state_manager.secrets import SecretReader, Secrets
from shopfloor.state_manager.settings_values import SettingsReader, SettingsValues
from shopfloor.state_manager.task_issues import TaskIssueReader, TaskIssues
from shopfloor.state_manager.tasks import TaskReader, Tasks
from shopfloor.state_manager.turn_usage import TurnUsageReader, TurnUsages
from shopfloor.state_manager.webhooks import WebhookReader, Webhooks
from shopfloor.state_manager.work_orders import WorkOrderReader, WorkOrders

T = TypeVar("T")


class EventPublisher(Protocol):
    """Who is told of events once they are stored, in the order of their numbers, on the event loop."""

    def publish(self, events: Sequence[Event]) -> None: ...


class Reader:
    """One consistent view of the database."""

    def __init__(self, connection: Connection) -> None:
        self.orders = WorkOrderReader(connection)
        self.runs = RunReader(connection)
        self.prompts = PromptReader(connection)
        self.projects = ProjectReader(connection)
        self.project_states = ProjectStateReader(connection)
        self.configurations = ConfigurationReader(connection)
        self.settings = SettingsReader(connection)
        self.secrets = SecretReader(connection)
        self.pull_requests = PullRequestReader(connection)
        self.permissions = PermissionReader(connection)
        self.tasks = TaskReader(connection)
        self.ai_reviews = AiReviewReader(connection)
        self.agent_offers = AgentOfferReader(connection)
        self.turn_usage = TurnUsageReader(connection)
        self.task_issues = TaskIssueReader(connection)
        self.webhooks = WebhookReader(connection)
        self.forge_repositories = ForgeRepositoryReader(connection)
        self.journal = JournalReader(connection)


class Transaction:
    """Reads and writes that happen together or not at all."""

    def __init__(self, connection: Connection, clock: Clock, redactor: Redactor) -> None:
        self.orders = WorkOrders(connection, clock, redactor)
        self.runs = Runs(connection, clock)
        self.prompts = Prompts(connection, clock)
        self.projects = Projects(connection, clock)
        self.project_states = ProjectStateReader(connection)
        self.configurations = ConfigurationReader(connection)
        self.settings = SettingsValues(connection)
        self.secrets = Secrets(connection, clock)
        self.pull_requests = PullRequests(connection)
        self.permissions = Permissions(connection, clock, redactor)
        self.tasks = Tasks(connection, clock)
        self.ai_reviews = AiReviews(connection, redactor)
        self.agent_offers = AgentOffers(connection)
        self.turn_usage = TurnUsages(connection)
        self.task_issues = TaskIssues(connection)
        self.webhooks = Webhooks(connection)
        self.forge_repositories = ForgeRepositories(connection)
        self.journal = JournalRows(connection, clock, redactor)


class Store:
    """`work` runs in a thread: it may use nothing but the repositories it is given, and its own arguments."""

    def __init__(
        self,
        database: Database,
        journal_hub: EventPublisher,
        *,
        redactor: Redactor | None = None,
        clock: Clock = utc_now,
    ) -> None:
        self._database = database
        self._hub = journal_hub
        self._redactor = redactor or Redactor()
        self._clock = clock

    async def read(self, work: Callable[[Reader], T]) -> T:
        return await self._database.read(lambda connection: work(Reader(connection)))

    async def write(self, work: Callable[[Transaction], T]) -> T:
        """Commits what `work` did; its events reach the subscribers before this returns."""
        loop = asyncio.get_running_loop()
        appended: list[Event] = []

        def in_thread(connection: Connection) -> T:
            transaction = Transaction(connection, self._clock, self._redactor)
            result = work(transaction)
            appended.extend(transaction.journal.appended)
            return result

        def announce() -> None:
            if appended:
                with suppress(RuntimeError):  # the loop is closed: nobody is left to tell
                    loop.call_soon_threadsafe(self._hub.publish, appended)

        return await self._database.write(in_thread, committed=announce)
