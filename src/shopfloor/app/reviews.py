"""What carries out reviews by agents."""

from collections.abc import Callable

from shopfloor.app.agents import Agents
from shopfloor.app.desks import Desks
from shopfloor.app.git_tools import GitTools
from shopfloor.app.state import State
from shopfloor.git_operations.detached_copy import DetachedCopies
from shopfloor.git_operations.trees import Trees
from shopfloor.workflow_engine.review_conductor import ReviewConductor
from shopfloor.workflow_engine.review_material import MaterialGatherer
from shopfloor.workflow_engine.review_room import ReviewRooms
from shopfloor.workflow_engine.review_talk import ReviewTalk


def assemble_reviews(
    state: State,
    tools: GitTools,
    agents: Agents,
    desks: Desks,
    *,
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
        store=state.store, journal=state.journal, hub=state.hub, redactor=state.redactor, permissions=desks.permissions
    )
    return ReviewConductor(
        store=state.store,
        journal=state.journal,
        stops=desks.stops,
        material=MaterialGatherer(history=tools.history, mirrors=tools.mirrors, trees=Trees(tools.git)),
        issues=desks.issues,
        rooms=rooms,
        talk=talk,
        retry_rule=desks.retry_rule,
        on_run_ended=on_run_ended,
    )
