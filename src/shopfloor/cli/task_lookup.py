"""Finds a task by its id, in whatever project it is."""

from itertools import product
from typing import Any

from shopfloor.cli.failures import CommandFailed
from shopfloor.cli.floor import Floor
from shopfloor.cli.projects import find_project_id


def find_task(floor: Floor, task_id: str, project: str | None) -> tuple[str, dict[str, Any]]:
    """The task's path and the task. Ids are unique on the floor, so every project may be asked."""
    if project is not None:
        path = f"projects/{find_project_id(floor, project)}/tasks/{task_id}"
        return path, floor.get(path)
    projects = floor.get("projects", include_archived=True, limit=500)["projects"]
    for archived, each in product((False, True), projects):
        page = floor.get(f"projects/{each['project_id']}/tasks", q=task_id, limit=10, archived=archived)
        for found in page["tasks"]:
            if found["task_id"] == task_id:
                return f"projects/{each['project_id']}/tasks/{task_id}", found
    raise CommandFailed(f"There is no task {task_id}.", hint="`shopfloor task list --project NAME` shows them.")
