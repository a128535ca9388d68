"""What a reviewing agent is given to read: the task, the change against its base, the test results."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from shopfloor.command_loader.command_file import render
from shopfloor.command_loader.command_loader import load_command
from shopfloor.domain.ai_review import AiReview, ReviewAnswer, Side
from shopfloor.domain.review_answer import placed
from shopfloor.domain.work_order import AgentWorkflowPhase, AgentWorkOrder
from shopfloor.errors import NotFound, NothingToReview
from shopfloor.git_operations.committed_files import CommittedFiles
from shopfloor.git_operations.detached_copy import BranchAt
from shopfloor.git_operations.diff import FileDiff
from shopfloor.git_operations.history import History
from shopfloor.git_operations.mirror import MirrorCache
from shopfloor.git_operations.trees import Trees
from shopfloor.workflow_engine import review_text, run_text
from shopfloor.workflow_engine.workflow_definitions import command_of

_LONGEST_DIFF = 200_000
_LONGEST_RESULTS = 20_000
_SPELLED_AS_IN_DIFFS = re.compile(r"^[ab]/")


@dataclass(frozen=True, slots=True)
class ReviewMaterial:
    mirror: Path
    head: BranchAt
    base: BranchAt | None
    prompt: str


class MaterialGatherer:
    def __init__(self, *, history: History, mirrors: MirrorCache, trees: Trees) -> None:
        self._history = history
        self._mirrors = mirrors
        self._trees = trees

    async def gather(
        self, order: AgentWorkOrder, task: str, earlier: AiReview | None, own_commands: Mapping[str, str]
    ) -> ReviewMaterial:
        """The command is the project's own or comes from the base: the change does not say how it is reviewed."""
        mirror, head = self._head_of(order)
        base = BranchAt(order.base_branch, order.base_sha) if order.base_branch and order.base_sha else None
        diff = await self._history.diff(mirror, order.base_sha, head.name, max_bytes=_LONGEST_DIFF)
        at_base = self._files(mirror, order.base_sha)
        command = await load_command(at_base, command_of(AgentWorkflowPhase.REVIEWING), own_commands)
        prompt = review_text.whole_prompt(
            render(command, task),
            base=f"{order.base_branch} ({(order.base_sha or 'empty')[:10]})",
            diff=_patch_of(diff.files),
            is_cut=diff.truncated,
            results=await self._results(order, self._files(mirror, head.sha)),
            earlier=earlier.findings if earlier else (),
        )
        return ReviewMaterial(mirror, head, base, prompt)

    async def put_in_place(self, material: ReviewMaterial, answer: ReviewAnswer, workspace_path: str) -> ReviewAnswer:
        """With lines that exist, in files that exist on one of the two sides."""
        said = [finding.file.removeprefix(f"{workspace_path}/") for finding in answer.findings if finding.file]
        paths = [spelled for path in said for spelled in _spellings(path)]
        lengths = {
            Side.NEW: await self._files(material.mirror, material.head.sha).lengths(paths),
            Side.OLD: await self._files(material.mirror, material.base.sha if material.base else None).lengths(paths),
        }
        return placed(answer, lambda path, side: lengths[side].get(path), workspace_path)

    def _head_of(self, order: AgentWorkOrder) -> tuple[Path, BranchAt]:
        mirror = self._mirrors.path_of(order.repository_key)
        sha = self._history.head_sha(mirror, order.git_branch_name) if order.git_branch_name else None
        if sha is None or sha == order.base_sha or order.git_branch_name is None:
            raise NothingToReview(
                "There is nothing to review: the attempt changed nothing.", hint="Send it back with a comment."
            )
        return mirror, BranchAt(order.git_branch_name, sha)

    async def _results(self, order: AgentWorkOrder, files: CommittedFiles) -> str | None:
        try:
            content = await files.read_file(run_text.results_path_of(order), max_bytes=2**20)
        except NotFound:
            return None
        return content.decode("utf-8", "replace")[:_LONGEST_RESULTS]

    def _files(self, mirror: Path, sha: str | None) -> CommittedFiles:
        return CommittedFiles(self._trees, mirror, sha)


def _patch_of(files: Sequence[FileDiff]) -> str:
    return "".join(file.patch or f"{file.status} {file.path} (binary or left out)\n" for file in files)


def _spellings(path: str) -> tuple[str, ...]:
    plain = path.removeprefix("./")
    return (plain, _SPELLED_AS_IN_DIFFS.sub("", plain))
