"""What the agent is told in a turn."""

from collections.abc import Mapping

from shopfloor.agent_executor.agent_session import TurnContext
from shopfloor.command_loader.command_file import render
from shopfloor.command_loader.command_loader import load_command
from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.ids import PromptId
from shopfloor.domain.runs import Run, Turn
from shopfloor.domain.work_order import AgentWorkOrder, Prompt, PromptIntent, PromptStatus
from shopfloor.state_manager.store import Store, Transaction
from shopfloor.workflow_engine import run_text
from shopfloor.workflow_engine.issue_desk import IssueDesk
from shopfloor.workflow_engine.recap import RecapWriter
from shopfloor.workflow_engine.workbench import Workbench
from shopfloor.workflow_engine.workflow_definitions import command_of


class PromptWithdrawn(Exception):
    """Taken back between the start of the turn and the moment it would have been sent."""


class PromptWriter:
    def __init__(self, *, store: Store, recaps: RecapWriter, issues: IssueDesk) -> None:
        self._store = store
        self._recaps = recaps
        self._issues = issues

    async def write(self, bench: Workbench, order: AgentWorkOrder, run: Run, turn: Turn) -> str:
        if turn.prompt_id is not None:
            prompt_id = turn.prompt_id
            prompt = await self._store.write(lambda tx: _send_prompt(tx, run, prompt_id))
            if prompt.status is PromptStatus.WITHDRAWN:
                raise PromptWithdrawn
            text = prompt.prompt_text
            if prompt.intent is PromptIntent.QUESTION:
                text += run_text.QUESTION_NOTE
        else:
            text = await self._command_prompt(bench, order, turn)
        if run.was_interrupted:
            text = run_text.INTERRUPTED_NOTE + text
        if bench.conversation_was_lost:
            bench.conversation_was_lost = False
            text = await self._recaps.write(bench, order, turn.prompt_id) + text
        return text

    def context(self, order: AgentWorkOrder, turn: Turn, *, is_question: bool) -> TurnContext:
        return TurnContext(
            phase=turn.phase,
            task=self._issues.task_of(order),
            plan_path=run_text.plan_path_of(order),
            results_path=run_text.results_path_of(order),
            follow_up=turn.prompt_id is not None,
            question=is_question,
        )

    async def _command_prompt(self, bench: Workbench, order: AgentWorkOrder, turn: Turn) -> str:
        command = await load_command(bench.sandbox, command_of(turn.phase), await self._own_commands(order))
        variables = {"PLAN_PATH": run_text.plan_path_of(order), "RESULTS_PATH": run_text.results_path_of(order)}
        text = render(command, self._issues.task_of(order), variables=variables)
        return text if command.is_builtin else f"{text}\n{run_text.guidance_of(order, turn.phase)}\n"

    async def _own_commands(self, order: AgentWorkOrder) -> Mapping[str, str]:
        project = await self._store.read(lambda tx: tx.projects.of_order(order)) if order.project_id else None
        return project.commands if project else {}


def _send_prompt(tx: Transaction, run: Run, prompt_id: PromptId) -> Prompt:
    prompt = tx.prompts.send(prompt_id)
    if prompt.status is PromptStatus.SENT:
        sent = {"prompt_id": prompt_id, "run_id": run.run_id}
        tx.journal.append(
            run.agent_work_order_id,
            [NewEvent(EventType.PROMPT_SENT, sent, once=f"prompt-sent:{prompt_id}:{run.run_id}")],
        )
    return prompt
