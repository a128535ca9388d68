"""Carries out what a chat message asks of an order's pull request, and says what was done."""

from collections.abc import Sequence

from shopfloor.domain.chat_commands import (
    AddLabels,
    EditPullRequest,
    MarkDraft,
    MarkReady,
    Merge,
    PullRequestCommand,
    RemoveLabels,
    RequestReview,
)
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.pull_request import MergeMethod
from shopfloor.work_orders.pull_requests import PullRequests


class PullRequestChat:
    def __init__(self, pull_requests: PullRequests) -> None:
        self._pull_requests = pull_requests

    async def carry_out(self, order_id: AgentWorkOrderId, command: PullRequestCommand) -> str:
        match command:
            case MarkReady():
                changed = await self._pull_requests.mark_ready(order_id)
                return f"Pull request #{changed.pull_request_number} is ready for review."
            case MarkDraft():
                changed = await self._pull_requests.mark_draft(order_id)
                return f"Pull request #{changed.pull_request_number} is a draft again."
            case EditPullRequest(title, body):
                changed = await self._pull_requests.edit(order_id, title=title, body=body)
                what = "title" if title is not None else "description"
                return f"The {what} of pull request #{changed.pull_request_number} is changed."
            case AddLabels(labels):
                changed = await self._pull_requests.change_labels(order_id, add=labels)
                return _labels_now(changed.pull_request_number, changed.labels)
            case RemoveLabels(labels):
                changed = await self._pull_requests.change_labels(order_id, remove=labels)
                return _labels_now(changed.pull_request_number, changed.labels)
            case RequestReview(reviewers):
                changed = await self._pull_requests.request_reviewers(order_id, reviewers)
                asked = _listed([f"@{name}" for name in reviewers]) + (" was" if len(reviewers) == 1 else " were")
                return f"{asked} asked to review pull request #{changed.pull_request_number}."
            case Merge(method):
                return await self._merge(order_id, method)

    async def _merge(self, order_id: AgentWorkOrderId, method: MergeMethod) -> str:
        if (await self._pull_requests.get(order_id)).is_draft:
            await self._pull_requests.mark_ready(order_id)
        merged = await self._pull_requests.merge(order_id, method)
        return f"Pull request #{merged.pull_request_number} is merged into {merged.base_branch}."


def _labels_now(number: int, labels: Sequence[str]) -> str:
    if not labels:
        return f"Pull request #{number} has no labels any more."
    return f"Pull request #{number} has the label{'s' * (len(labels) > 1)} {_listed(labels)}."


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
