"""The words Shopfloor itself writes: prompts' surroundings, commit messages, pull requests."""

import re
from collections.abc import Sequence

from shopfloor.domain.naming import slugify, title_from_prompt
from shopfloor.domain.work_order import AgentWorkflowPhase, AgentWorkOrder
from shopfloor.git_operations.commit_log import CommitInfo

_HEADINGS = {
    AgentWorkflowPhase.PLANNING: "Plan",
    AgentWorkflowPhase.IMPLEMENTING: "Implementation",
    AgentWorkflowPhase.TESTING: "Tests",
}

INTERRUPTED_NOTE = (
    "You were interrupted while you worked on the following. Files may be partly done: "
    "look at what is there, then carry on to the end.\n\n"
)


QUESTION_NOTE = "\n\nThis is a question: answer it in words, and change files only if the answer needs it.\n"


def task_of(order: AgentWorkOrder) -> str:
    """What the user asked for, as the agent is told."""
    issue = f"Issue #{order.github_issue_number}" if order.github_issue_number else ""
    return "\n\n".join(part for part in (issue, order.initial_prompt or "") if part) or order.title


def plan_path_of(order: AgentWorkOrder) -> str:
    return f"specs/{order.agent_work_order_id}-{_words_of(order)}-plan.md"


def results_path_of(order: AgentWorkOrder) -> str:
    return f"specs/{order.agent_work_order_id}-{_words_of(order)}-test-results.md"


def _words_of(order: AgentWorkOrder) -> str:
    """From the prompt, which does not change: a title may, between one phase and the next."""
    return slugify(title_from_prompt(order.initial_prompt)) if order.initial_prompt else slugify(order.title)


def pull_request_body(order: AgentWorkOrder, commits: Sequence[CommitInfo], *, closes_issue: bool = False) -> str:
    parts = [(order.initial_prompt or order.title).strip()]
    for phase, heading in _HEADINGS.items():
        subjects = [f"- {commit.subject}" for commit in commits if commit.phase == phase]
        if subjects:
            parts.append(f"## {heading}\n\n" + "\n".join(subjects))
    if order.github_issue_number:
        parts.append(_link_to_issue(order, closes_issue=closes_issue))
    parts.append(f"Work order `{order.agent_work_order_id}`, carried out by {order.agent}.")
    return "\n\n".join(parts) + "\n"


def _link_to_issue(order: AgentWorkOrder, *, closes_issue: bool) -> str:
    """Merging closes the issue where the user's settings or her own words ask for it."""
    number = (order.github_issue_number or "").removeprefix("#")
    asked = re.search(rf"(?i)\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?) #{number}\b", order.initial_prompt or "")
    return f"Closes #{number}" if closes_issue or asked else f"Issue: #{number}"


def deliverable_of(order: AgentWorkOrder, phase: AgentWorkflowPhase) -> str | None:
    if phase is AgentWorkflowPhase.PLANNING:
        return plan_path_of(order)
    return results_path_of(order) if phase is AgentWorkflowPhase.TESTING else None


def guidance_of(order: AgentWorkOrder, phase: AgentWorkflowPhase) -> str:
    """What every phase's agent must know beyond its command."""
    lines = ["Work in the current directory. Do not commit, push or open pull requests: that is done for you."]
    if path := deliverable_of(order, phase):
        what = "plan" if phase is AgentWorkflowPhase.PLANNING else "test results"
        lines.append(f"Write your {what} to `{path}`.")
    elif phase is AgentWorkflowPhase.IMPLEMENTING:
        lines.append(f"If there is a plan at `{plan_path_of(order)}`, follow it.")
    return "\n".join(lines)
