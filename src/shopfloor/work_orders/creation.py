"""From a request to a work order: defaults filled in, everything checked before anything is written."""

from datetime import datetime

from shopfloor.agent_executor.catalogue import AgentCatalogue
from shopfloor.domain.admission import RepositoryRules
from shopfloor.domain.agent_choices import AgentChoices, DefaultChoices, resolve_choices
from shopfloor.domain.ids import new_agent_work_order_id
from shopfloor.domain.naming import title_from_prompt
from shopfloor.domain.project import Project
from shopfloor.domain.repository_url import validate_branch_name
from shopfloor.domain.turn_limits import merged_limits
from shopfloor.domain.work_order import AgentWorkOrder, SandboxType
from shopfloor.errors import InvalidInput
from shopfloor.preferences.preferences import PreferenceValues
from shopfloor.sandbox_manager.sandbox_protocol import SandboxFactory
from shopfloor.work_orders.requests import NewWorkOrder


def draw_up(
    request: NewWorkOrder,
    project: Project | None,
    preferences: PreferenceValues,
    catalogue: AgentCatalogue,
    sandboxes: SandboxFactory,
    rules: RepositoryRules,
    now: datetime,
) -> AgentWorkOrder:
    url = request.repository_url or (project.repository_url if project else None)
    if not url:
        raise InvalidInput("A work order needs a repository_url or a project_id.", field="repository_url")
    location = rules.admit(url)
    agent = request.agent or (project.agent if project else None) or preferences.default_agent
    catalogue.get(agent)
    sandbox_type = request.sandbox_type or (project.sandbox_type if project else None)
    sandbox_type = sandbox_type or preferences.default_sandbox_type
    _check_sandbox(sandboxes, sandbox_type)
    if not (request.initial_prompt or "").strip() and not request.github_issue_number:
        raise InvalidInput("Say what to do: initial_prompt or github_issue_number.", field="initial_prompt")
    choices = _choices(agent, request, project, preferences)
    return AgentWorkOrder(
        agent_work_order_id=new_agent_work_order_id(),
        project_id=project.project_id if project else None,
        repository_url=location.url,
        repository_key=location.key,
        sandbox_type=sandbox_type,
        workflow_type=request.workflow_type
        or (project.workflow_type if project else None)
        or preferences.default_workflow_type,
        agent=agent,
        model=choices.model,
        reasoning_effort=choices.reasoning_effort,
        mode=choices.mode,
        limits=merged_limits([request.limits, project.limits if project else None, preferences.default_limits]),
        title=request.title or _title(request),
        initial_prompt=request.initial_prompt,
        github_issue_number=request.github_issue_number,
        permission_policy=request.permission_policy
        or (project.permission_policy if project else None)
        or preferences.default_permission_policy,
        priority=request.priority,
        requested_branch_name=validate_branch_name(request.git_branch_name) if request.git_branch_name else None,
        requested_base_branch=_base_branch(request, project),
        created_at=now,
        updated_at=now,
    )


def _choices(agent: str, request: NewWorkOrder, project: Project | None, preferences: PreferenceValues) -> AgentChoices:
    """A project that names no agent has chosen its model for the floor's."""
    asked = AgentChoices(request.model, request.reasoning_effort, request.mode)
    of_project = [DefaultChoices(project.agent or preferences.default_agent, project.choices)] if project else []
    return resolve_choices(agent, asked, [*of_project, preferences.default_choices])


def _title(request: NewWorkOrder) -> str:
    if request.initial_prompt and request.initial_prompt.strip():
        return title_from_prompt(request.initial_prompt)
    return f"Issue #{request.github_issue_number}"


def _base_branch(request: NewWorkOrder, project: Project | None) -> str | None:
    name = request.base_branch or (project.base_branch if project else None)
    return validate_branch_name(name, field="base_branch") if name else None


def _check_sandbox(sandboxes: SandboxFactory, sandbox_type: SandboxType) -> None:
    available = sandboxes.available_types()
    reason = available.get(sandbox_type, "this version does not have it")
    if reason is not None:
        usable = ", ".join(kind.value for kind, why_not in available.items() if why_not is None)
        raise InvalidInput(
            f"The sandbox type `{sandbox_type.value}` cannot be used here: {reason}. Usable: {usable}.",
            field="sandbox_type",
        )
