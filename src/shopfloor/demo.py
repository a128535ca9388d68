"""The first start: a demo repository, a project, and one work order that is carried out before the user's eyes."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

from shopfloor.app.floor import Floor
from shopfloor.domain.events import ENDING, Event, EventType
from shopfloor.domain.work_order import AgentWorkOrder, Author
from shopfloor.work_orders.requests import NewWorkOrder

_PROMPT = "Add a farewell to the greeter, with a test"
_AUTHOR = Author("Demo user", "demo@localhost")
_FILES = {
    "README.md": "# Greeter\n\nSays hello. Made by Shopfloor on its first start, to play with.\n",
    "greeter.py": 'def greet(name: str) -> str:\n    return f"Hello, {name}!"\n',
    ".gitignore": "__pycache__/\n",
}


async def carry_out_demo(floor: Floor) -> AsyncIterator[str]:
    """Tells what it does, line by line. Does nothing once it was done, also if the user removed it all since."""
    done = floor.home.demo / "done"
    if done.exists():
        return
    yield "First start: making a demo repository and carrying out a work order in it …"
    repository = floor.home.demo / "greeter"
    await floor.seed_repository(repository, _FILES, _AUTHOR)
    order = await _file(floor, repository)
    async with aclosing(floor.services.journal.follow(order.agent_work_order_id, after=0)) as events:
        async for event in events:
            if isinstance(event, Event):
                if line := _line(event):
                    yield line
                if event.type in ENDING:
                    break
    done.touch()
    yield await _closing_line(floor, order)


async def _file(floor: Floor, repository: Path) -> AgentWorkOrder:
    services = floor.services
    orders, _ = await services.work_orders.list(limit=1, sort="created_at")
    if orders and orders[0].repository_url == str(repository):
        return orders[0]
    projects, _ = await services.projects.list(include_archived=True, limit=500, offset=0)
    project = next((known for known in projects if known.repository_url == str(repository)), None)
    if project is None:
        project = await services.projects.create(
            name="Demo", repository_url=str(repository), agent="demo", ai_review={"enabled": True}
        )
    return await services.work_orders.create_agent_work_order(
        NewWorkOrder(project_id=project.project_id, initial_prompt=_PROMPT)
    )


def _line(event: Event) -> str | None:
    facts = event.payload
    if event.type is EventType.WORKFLOW_PHASE_COMPLETED:
        return f"  {facts['phase']} done"
    if event.type is EventType.GIT_COMMIT_CREATED:
        return f"  commit {str(facts['git_commit_sha'])[:8]} {facts['subject']}"
    return None


async def _closing_line(floor: Floor, order: AgentWorkOrder) -> str:
    view = await floor.services.views.view(await floor.services.work_orders.get(order.agent_work_order_id))
    if view.pull_request_url is None:
        reason = view.order.error.message if view.order.error else view.order.status.value
        return f"The demo work order {order.agent_work_order_id} did not finish: {reason}"
    return (
        f"Demo work order {order.agent_work_order_id} is {view.order.status.value}: "
        f"pull request #{view.order.pull_request_number} {view.pull_request_url}"
    )
