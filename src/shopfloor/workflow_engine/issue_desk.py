"""The issue an order was filed for: read before the work begins, told when it begins and ends."""

from collections.abc import Callable

import structlog

from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.issue import Issue
from shopfloor.domain.redaction import Redactor
from shopfloor.domain.work_order import AgentWorkOrder, AgentWorkOrderStatus
from shopfloor.errors import ShopfloorError
from shopfloor.forge.forge_protocol import IssueTracker
from shopfloor.state_manager.store import Store, Transaction
from shopfloor.workflow_engine.issue_text import begun_comment, ended_comment, issue_for_agent
from shopfloor.workflow_engine.patience import Patience
from shopfloor.workflow_engine.run_text import task_of

logger = structlog.get_logger(__name__)


class IssueDesk:
    def __init__(
        self,
        *,
        store: Store,
        issues: IssueTracker,
        patience: Patience,
        redactor: Redactor,
        comments: Callable[[], bool],
        order_url: Callable[[AgentWorkOrderId], str | None],
    ) -> None:
        self._store = store
        self._issues = issues
        self._patience = patience
        self._redactor = redactor
        self._comments = comments
        self._order_url = order_url
        self._tasks: dict[AgentWorkOrderId, str] = {}

    async def begin(self, order: AgentWorkOrder) -> AgentWorkOrder:
        """Fetches the issue; an order that has no title of its own gets the issue's."""
        number = self._number(order)
        order_id = order.agent_work_order_id
        if number is None or order_id in self._tasks:
            return order
        issue = await self._patience.with_retries(
            order_id, "read the issue", lambda: self._issues.get_issue(order.repository_url, number)
        )
        self._tasks[order_id] = _with_issue(order, issue)
        title = issue.title if order.title == f"Issue #{order.github_issue_number}" else order.title
        fetched = NewEvent(
            EventType.ISSUE_FETCHED,
            {"github_issue_number": number, "title": issue.title, "url": issue.url, "comments": len(issue.comments)},
            once=f"issue:{number}",
        )

        def write(tx: Transaction) -> AgentWorkOrder:
            tx.journal.append(order_id, [fetched])
            return tx.orders.update(order_id, title=title) if title != order.title else order

        updated = await self._store.write(write)
        await self._say(order, number, "begun", begun_comment(order, self._order_url(order_id)))
        return updated

    async def read(self, order: AgentWorkOrder) -> str:
        """The task with the issue's words, for somebody who only looks; without them where they cannot be had."""
        number = self._number(order)
        if number is None:
            return task_of(order)
        try:
            issue = await self._issues.get_issue(order.repository_url, number)
        except ShopfloorError as error:
            logger.warning("issue_not_read", github_issue_number=number, error=error.message)
            return f"{task_of(order)}\n\n{order.title}"
        return _with_issue(order, issue)

    def task_of(self, order: AgentWorkOrder) -> str:
        return self._tasks.get(order.agent_work_order_id) or task_of(order)

    async def end(self, order: AgentWorkOrder, status: AgentWorkOrderStatus, error: str | None) -> None:
        self._tasks.pop(order.agent_work_order_id, None)
        number = self._number(order)
        if number is not None:
            url = self._order_url(order.agent_work_order_id)
            await self._say(order, number, "ended", ended_comment(order, status, error, url))

    async def _say(self, order: AgentWorkOrder, number: int, moment: str, text: str) -> None:
        """That it could not be said does not hold up the work."""
        if not self._comments():
            return
        key = f"{order.agent_work_order_id}:{moment}"
        try:
            await self._issues.say_on_issue(order.repository_url, number, key, self._redactor.text(text))
        except ShopfloorError as error:
            logger.warning("issue_not_commented", github_issue_number=number, error=error.message)

    def _number(self, order: AgentWorkOrder) -> int | None:
        if not order.github_issue_number or not self._issues.has_issues(order.repository_url):
            return None
        return int(order.github_issue_number.removeprefix("#"))


def _with_issue(order: AgentWorkOrder, issue: Issue) -> str:
    return "\n\n".join(part for part in (order.initial_prompt, issue_for_agent(issue)) if part)
