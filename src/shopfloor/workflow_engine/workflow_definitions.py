"""The workflows by name: which phases, each driven by which command file."""

from shopfloor.domain.runs import Turn
from shopfloor.domain.work_order import AgentWorkflowPhase as Phase
from shopfloor.domain.work_order import AgentWorkflowType as Workflow

_PHASES: dict[Workflow, tuple[Phase, ...]] = {
    Workflow.PLAN: (Phase.PLANNING,),
    Workflow.BUILD: (Phase.IMPLEMENTING,),
    Workflow.IMPLEMENT: (Phase.IMPLEMENTING,),
    Workflow.TEST: (Phase.TESTING,),
    Workflow.VALIDATE: (Phase.TESTING,),
    Workflow.PLAN_BUILD: (Phase.PLANNING, Phase.IMPLEMENTING),
    Workflow.PLAN_BUILD_TEST: (Phase.PLANNING, Phase.IMPLEMENTING, Phase.TESTING),
}

_COMMANDS: dict[Phase, str] = {
    Phase.PLANNING: "agent_workflow_plan",
    Phase.IMPLEMENTING: "agent_workflow_build",
    Phase.TESTING: "agent_workflow_test",
    Phase.REVIEWING: "agent_workflow_review",
}

_NAMES: dict[Workflow, str] = {
    Workflow.PLAN: "Plan",
    Workflow.BUILD: "Build",
    Workflow.IMPLEMENT: "Implement",
    Workflow.TEST: "Test",
    Workflow.VALIDATE: "Validate",
    Workflow.PLAN_BUILD: "Plan and build",
    Workflow.PLAN_BUILD_TEST: "Plan, build and test",
}

_DESCRIPTIONS: dict[Workflow, str] = {
    Workflow.PLAN: "Write a plan and commit it.",
    Workflow.BUILD: "Build what was asked.",
    Workflow.IMPLEMENT: "Build what was asked.",
    Workflow.TEST: "Test what is there and commit the results.",
    Workflow.VALIDATE: "Test what is there and commit the results.",
    Workflow.PLAN_BUILD: "Plan, then build by the plan.",
    Workflow.PLAN_BUILD_TEST: "Plan, build by the plan, test what was built.",
}


def phases_of(workflow: Workflow) -> tuple[Phase, ...]:
    return _PHASES[workflow]


def first_turns(workflow: Workflow) -> tuple[Turn, ...]:
    return tuple(Turn(phase) for phase in _PHASES[workflow])


def command_of(phase: Phase) -> str:
    return _COMMANDS[phase]


def name_of(workflow: Workflow) -> str:
    return _NAMES[workflow]


def describe(workflow: Workflow) -> str:
    return _DESCRIPTIONS[workflow]
