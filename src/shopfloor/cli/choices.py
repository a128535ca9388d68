"""Choices with short names beside the full ones: `--workflow plan_build` means agent_workflow_plan_build."""

from collections.abc import Mapping, Sequence
from typing import Any

import click

from shopfloor.domain.work_order import AgentWorkflowType, AgentWorkOrderStatus, PermissionPolicy, SandboxType


class ShortNames(click.ParamType):  # type: ignore[type-arg]
    name = "choice"

    def __init__(self, full_names: Mapping[str, str]) -> None:
        """Short name to full name; full names are understood as well."""
        self._full_names = full_names

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return "|".join(self._full_names)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value).lower().replace("-", "_")
        if text in self._full_names.values():
            return text
        if text not in self._full_names:
            self.fail(f"{value!r} is none of: {', '.join(self._full_names)}.", param, ctx)
        return self._full_names[text]


def _shortened(values: Sequence[str], *prefixes: str) -> dict[str, str]:
    short = {}
    for value in values:
        name = value
        for prefix in prefixes:
            name = name.removeprefix(prefix)
        short[name] = value
    return short


WORKFLOW = ShortNames(_shortened([str(kind) for kind in AgentWorkflowType], "agent_workflow_"))
SANDBOX = ShortNames(_shortened([SandboxType.GIT_WORKTREE.value, SandboxType.GIT_BRANCH.value], "git_"))
PERMISSION_POLICY = ShortNames(_shortened([str(policy) for policy in PermissionPolicy]))
STATUS = ShortNames(_shortened([str(status) for status in AgentWorkOrderStatus]))
