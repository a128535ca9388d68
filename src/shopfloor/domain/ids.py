"""Ids as distinct types, so that one is never taken for another."""

import secrets
from typing import NewType

AgentWorkOrderId = NewType("AgentWorkOrderId", str)
RunId = NewType("RunId", str)
PromptId = NewType("PromptId", str)
ProjectId = NewType("ProjectId", str)
TaskId = NewType("TaskId", str)
TaskCommentId = NewType("TaskCommentId", str)
ReviewId = NewType("ReviewId", str)
RepositoryKey = NewType("RepositoryKey", str)
"""Names a repository on this floor: a readable slug and a hash of its canonical URL."""

_ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"


def _random_suffix() -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(8))


def new_agent_work_order_id() -> AgentWorkOrderId:
    return AgentWorkOrderId(f"wo-{_random_suffix()}")


def run_id_for(agent_work_order_id: AgentWorkOrderId, number: int) -> RunId:
    return RunId(f"{agent_work_order_id}-r{number}")


def new_prompt_id() -> PromptId:
    return PromptId(f"pr-{_random_suffix()}")


def new_project_id() -> ProjectId:
    return ProjectId(f"pj-{_random_suffix()}")


def new_task_id() -> TaskId:
    return TaskId(f"tk-{_random_suffix()}")


def new_task_comment_id() -> TaskCommentId:
    return TaskCommentId(f"tc-{_random_suffix()}")


def new_review_id() -> ReviewId:
    return ReviewId(f"rv-{_random_suffix()}")
