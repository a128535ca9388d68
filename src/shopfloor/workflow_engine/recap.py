"""Gathers what a new session must know where the earlier conversation is lost."""

from shopfloor.domain.conversation import Message
from shopfloor.domain.ids import AgentWorkOrderId, PromptId
from shopfloor.domain.recap import History, exchanges_of, recap_of
from shopfloor.domain.redaction import Redactor
from shopfloor.domain.runs import RunKind
from shopfloor.domain.work_order import AgentWorkflowPhase, AgentWorkOrder
from shopfloor.errors import ShopfloorError
from shopfloor.event_journal.conversations import read_conversation
from shopfloor.git_operations import history as git_history
from shopfloor.state_manager.store import Reader, Store
from shopfloor.workflow_engine.run_text import task_of
from shopfloor.workflow_engine.workbench import Workbench

_STATUS_SECONDS = 30.0


class RecapWriter:
    def __init__(self, *, store: Store, history: git_history.History, redactor: Redactor) -> None:
        self._store = store
        self._history = history
        self._redactor = redactor

    async def write(self, bench: Workbench, order: AgentWorkOrder, prompt_id: PromptId | None) -> str:
        """Up to, and without, the prompt that is being sent."""
        messages, phases = await self._store.read(lambda tx: _told(tx, order.agent_work_order_id))
        commits = await self._history.commits(bench.mirror_path, bench.base_sha, bench.git_branch_name)
        recap = recap_of(
            History(
                task=task_of(order),
                branch=bench.git_branch_name,
                phases_done=phases,
                exchanges=exchanges_of(messages, without=prompt_id),
                commits=[f"{commit.sha[:8]} {commit.subject}" for commit in commits],
                changed_files=await _changed_files(bench),
            )
        )
        return self._redactor.text(recap)


def _told(tx: Reader, order_id: AgentWorkOrderId) -> tuple[list[Message], list[str]]:
    runs = [run for run in tx.runs.list(order_id) if run.kind is not RunKind.REVIEW]
    phases = [turn.phase.value for run in runs for turn in run.turns[: run.turns_done] if turn.prompt_id is None]
    messages = read_conversation(tx, order_id).messages()
    return [one for one in messages if one.phase != AgentWorkflowPhase.REVIEWING], phases


async def _changed_files(bench: Workbench) -> list[str]:
    """Asked inside the sandbox, wherever that is. Not to know is no reason to fail."""
    try:
        told = await bench.sandbox.execute_command(["git", "status", "--short"], _STATUS_SECONDS)
    except ShopfloorError:
        return []
    return told.stdout.splitlines() if told.exit_code == 0 else []
