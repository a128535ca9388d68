"""What an event is to somebody who watches: one short line, or nothing."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from shopfloor.cli.text import counted, duration, lasting_link, lines_changed, one_line
from shopfloor.domain.events import EventType

Tone = Literal["heading", "good", "bad", "warning", "plain", "quiet"]
Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class EventLine:
    text: str
    tone: Tone = "plain"


def line_of(event_type: str, data: Data, *, has_links: bool = True) -> EventLine | None:
    make = _LINES.get(event_type)
    if "pull_request_url" in data:
        data = data | {"pull_request_url": lasting_link(str(data["pull_request_url"]), floor_lasts=has_links)}
    return make(data) if make else None


def _queued(data: Data) -> EventLine | None:
    said = {"follow_up": "follow-up queued", "retry": "retry queued", "resume": "resuming"}.get(str(data.get("kind")))
    return EventLine(said, "quiet") if said else None


def _recovered(_data: Data) -> EventLine:
    return EventLine("Shopfloor was restarted; the work order goes on where it was", "warning")


def _phase_started(data: Data) -> EventLine:
    return EventLine(str(data.get("phase", "")), "heading")


def _phase_completed(data: Data) -> EventLine:
    seconds = data.get("execution_duration_seconds")
    took = f" in {duration(float(seconds))}" if seconds is not None else ""
    return EventLine(f"{data.get('phase', 'phase')} done{took}", "good")


def _phase_failed(data: Data) -> EventLine:
    return EventLine(f"{data.get('phase', 'phase')} failed: {one_line(str(data.get('error', '')))}", "bad")


def _retried(data: Data) -> EventLine:
    wait = duration(float(data.get("delay_seconds") or 0))
    of = f" of {data['attempts']}" if data.get("attempts") else ""
    return EventLine(
        f"attempt {data.get('attempt')}{of} failed, next in {wait}: {one_line(str(data.get('error')))}", "warning"
    )


def _branch(data: Data) -> EventLine:
    return EventLine(f"branch {data.get('git_branch_name')} from {data.get('base_branch')}", "quiet")


def _uncommitted(data: Data) -> EventLine:
    number = int(data.get("uncommitted_changes") or 0)
    return EventLine(
        f"{counted(number, 'uncommitted change')} in your checkout: left alone, and not part of this work order",
        "warning",
    )


def _commit(data: Data) -> EventLine:
    files = counted(int(data.get("files_changed") or 0), "file")
    lines = lines_changed(int(data.get("lines_added") or 0), int(data.get("lines_removed") or 0))
    sha = str(data.get("git_commit_sha", ""))[:8]
    return EventLine(f"commit {sha}  {one_line(str(data.get('subject', '')))}  ({files}, {lines})", "good")


def _rescued(data: Data) -> EventLine:
    sha = str(data.get("git_commit_sha", ""))[:8]
    return EventLine(f"unfinished work kept as commit {sha} on {data.get('git_branch_name')}", "warning")


def _pull_request(data: Data) -> EventLine:
    kind = "draft pull request" if data.get("is_draft") else "pull request"
    return EventLine(f"{kind} #{data.get('pull_request_number')}  {data.get('pull_request_url', '')}".rstrip(), "good")


def _merged(data: Data) -> EventLine:
    return EventLine(f"pull request #{data.get('pull_request_number')} merged", "good")


def _prompt_queued(data: Data) -> EventLine:
    return EventLine(f"prompt: {one_line(str(data.get('prompt_text', '')))}", "quiet")


def _prompt_updated(data: Data) -> EventLine:
    return EventLine(f"prompt {data.get('position')} changed: {one_line(str(data.get('prompt_text', '')))}", "quiet")


def _prompt_withdrawn(data: Data) -> EventLine:
    return EventLine(f"prompt {data.get('position')} withdrawn", "quiet")


def _permission_requested(data: Data) -> EventLine:
    return EventLine(f"the agent asks: {one_line(str(data.get('title', '')))}", "warning")


def _permission_answered(data: Data) -> EventLine:
    answer = str(data.get("kind", "")).replace("_", " ")
    return EventLine(f"answered: {answer} (by {data.get('by', 'user')})", "quiet")


def _stop_requested(data: Data) -> EventLine:
    return EventLine("cancelling" if data.get("kind") == "cancel" else "pausing", "quiet")


def _delivery_retried(data: Data) -> EventLine:
    seconds = float(data.get("delay_seconds") or 0)
    return EventLine(
        f"could not {data.get('doing')}: {one_line(str(data.get('error', '')))} Again in {duration(seconds)}", "warning"
    )


def _review_started(data: Data) -> EventLine:
    return EventLine(f"AI review by {data.get('agent')}, round {data.get('number')}", "quiet")


def _reviewed(data: Data) -> EventLine:
    counts = ", ".join(f"{number} {severity}" for severity, number in (data.get("finding_counts") or {}).items())
    verdict = "passed" if data.get("verdict") == "pass" else "wants changes"
    return EventLine(f"AI review {verdict}" + (f": {counts}" if counts else ""), "quiet")


def _review_failed(data: Data) -> EventLine:
    return EventLine(f"AI review failed: {one_line(str(data.get('error', '')))}", "warning")


def _issue(data: Data) -> EventLine:
    return EventLine(f"issue #{data.get('github_issue_number')}  {one_line(str(data.get('title', '')))}", "quiet")


_LINES: dict[str, Callable[[Data], EventLine | None]] = {
    EventType.AGENT_WORK_ORDER_QUEUED: _queued,
    EventType.AGENT_WORK_ORDER_RECOVERED: _recovered,
    EventType.AGENT_WORK_ORDER_STOP_REQUESTED: _stop_requested,
    EventType.WORKFLOW_PHASE_STARTED: _phase_started,
    EventType.WORKFLOW_PHASE_COMPLETED: _phase_completed,
    EventType.WORKFLOW_PHASE_FAILED: _phase_failed,
    EventType.AGENT_COMMAND_RETRIED: _retried,
    EventType.DELIVERY_RETRIED: _delivery_retried,
    EventType.ISSUE_FETCHED: _issue,
    EventType.GIT_BRANCH_CREATED: _branch,
    EventType.REPOSITORY_UNCOMMITTED_CHANGES_NOTICED: _uncommitted,
    EventType.GIT_COMMIT_CREATED: _commit,
    EventType.GIT_WORK_RESCUED: _rescued,
    EventType.PULL_REQUEST_CREATED: _pull_request,
    EventType.PULL_REQUEST_MERGED: _merged,
    EventType.AI_REVIEW_STARTED: _review_started,
    EventType.AI_REVIEW_COMPLETED: _reviewed,
    EventType.AI_REVIEW_FAILED: _review_failed,
    EventType.PROMPT_QUEUED: _prompt_queued,
    EventType.PROMPT_UPDATED: _prompt_updated,
    EventType.PROMPT_WITHDRAWN: _prompt_withdrawn,
    EventType.AGENT_PERMISSION_REQUESTED: _permission_requested,
    EventType.AGENT_PERMISSION_ANSWERED: _permission_answered,
}
