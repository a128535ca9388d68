"""Addresses that several routers share."""

TASK = "/projects/{project_id}/tasks/{task_id}"
