"""The pull request's title and body, kept up to date as long as no person has edited them."""

import asyncio
import re
from collections.abc import Callable

import structlog

from shopfloor.domain.naming import title_from_prompt
from shopfloor.domain.pull_request_text import our_part, refreshed
from shopfloor.domain.work_order import AgentWorkOrder
from shopfloor.errors import ShopfloorError
from shopfloor.forge.forge_protocol import Forge
from shopfloor.git_operations.commit_log import CommitInfo
from shopfloor.git_operations.history import History
from shopfloor.git_operations.mirror import MirrorCache
from shopfloor.state_manager.store import Store
from shopfloor.workflow_engine.naming_desk import NamingDesk
from shopfloor.workflow_engine.pull_request_commits import commits_after, last_merged
from shopfloor.workflow_engine.run_text import pull_request_body

logger = structlog.get_logger(__name__)
_SUMMARY = re.compile(r"\A<!-- summary -->\n.*?\n<!-- end of summary -->\n\n", re.DOTALL)


class PullRequestDescription:
    def __init__(
        self,
        *,
        store: Store,
        history: History,
        mirrors: MirrorCache,
        forge: Forge,
        naming: NamingDesk,
        closes_issues: Callable[[], bool],
    ) -> None:
        self._store = store
        self._closes_issues = closes_issues
        self._history = history
        self._mirrors = mirrors
        self._forge = forge
        self._naming = naming
        self._summing_up: set[asyncio.Task[None]] = set()

    async def refresh(self, order: AgentWorkOrder) -> None:
        """Says what has been done by now, by rules."""
        if order.pull_request_number is not None and order.git_branch_name is not None:
            await self._write(order, order.pull_request_number, await self._commits(order), None)

    def sum_up_later(self, order: AgentWorkOrder) -> None:
        """Puts a small model's summary before it, in the background."""
        if order.pull_request_number is None or not self._naming.is_ready:
            return
        task = asyncio.ensure_future(self._sum_up(order, order.pull_request_number))
        self._summing_up.add(task)
        task.add_done_callback(self._summing_up.discard)

    async def close(self) -> None:
        for task in self._summing_up:
            task.cancel()
        await asyncio.gather(*self._summing_up, return_exceptions=True)

    async def _sum_up(self, order: AgentWorkOrder, number: int) -> None:
        try:
            commits = await self._commits(order)
            summary = await self._naming.summary(order, commits, self._mirrors.path_of(order.repository_key))
            if summary is not None:
                await self._write(order, number, commits, summary)
        except ShopfloorError as exc:
            logger.warning("pull_request_not_summed_up", error=exc.message)

    async def _commits(self, order: AgentWorkOrder) -> list[CommitInfo]:
        mirror = self._mirrors.path_of(order.repository_key)
        made = await self._history.commits(mirror, order.base_sha, order.git_branch_name or "")
        return commits_after(made, await self._store.read(lambda tx: last_merged(tx, order)))

    async def _write(self, order: AgentWorkOrder, number: int, commits: list[CommitInfo], summary: str | None) -> None:
        current = await self._forge.get_pull_request(order.repository_url, number)
        block = _block(summary) if summary is not None else _summary_in(current.pull_request_body)
        text = block + pull_request_body(order, commits, closes_issue=self._closes_issues())
        new_body = refreshed(current.pull_request_body, text)
        first_title = title_from_prompt(order.initial_prompt or "")
        new_title = order.title if current.pull_request_title == first_title != order.title else None
        if new_body is not None or new_title is not None:
            await self._forge.update_pull_request(order.repository_url, number, title=new_title, body=new_body)


def _block(summary: str) -> str:
    return f"<!-- summary -->\n{summary}\n<!-- end of summary -->\n\n"


def _summary_in(body: str) -> str:
    """The summary that stands in our part of the description; empty where there is none."""
    found = _SUMMARY.search(our_part(body) or "")
    return found[0] if found else ""
