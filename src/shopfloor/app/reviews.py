"""What carries out reviews by agents."""

from collections.abc import Callable

from shopfloor.app.agents import Agents
from shopfloor.app.git_tools import GitTools
from shopfloor.app.state import State
from shopfloor.git_operations.detached_copy import DetachedCopies
from shopfloor.git_operations.trees import Trees
from shopfloor.workflow_engine.issue_desk import IssueDesk
from shopfloor.workflow_engine.permission_desk import PermissionDesk
from shopfloor.workflow_engine.retry_rule import RetryRule
from shopfloor.workflow_engine.review_conductor import ReviewConductor
from shopfloor.workflow_engine.review_material import MaterialGatherer
from shopfloor.workflow_engine.review_room import ReviewRooms
from shopfloor.workflow_engine.review_talk import ReviewTalk
from shopfloor.workflow_engine.stop_board import StopBoard


def assemble_reviews(
    state: State,
    tools: GitTools,
    agents: Agents,
    issues: IssueDesk,
    stops: StopBoard,
    permissions: PermissionDesk,
    rule: RetryRule,
    on_run_ended: Callable[[], None],
) -> ReviewConductor:
    rooms = ReviewRooms(
        store=state.store,
        sandboxes=agents.sandboxes,
        copies=DetachedCopies(tools.git),
        catalogue=agents.catalogue,
        executor=agents.executor,
    )
    talk = ReviewTalk(
        store=state.store, journal=state.journal, hub=state.hub, redactor=state.redactor, permissions=permissions
    )
    return ReviewConductor(
        store=state.store,
        journal=state.journal,
        stops=stops,
        material=MaterialGatherer(history=tools.history, mirrors=tools.mirrors, trees=Trees(tools.git)),
        issues=issues,
        rooms=rooms,
        talk=talk,
        retry_rule=rule,
        on_run_ended=on_run_ended,
    )
