"""What services are made of, and what they tell each other."""

from dataclasses import dataclass

from shopfloor.app.agents import Agents
from shopfloor.app.git_tools import GitTools
from shopfloor.app.outlets import Outlets
from shopfloor.app.state import State
from shopfloor.app.workshop import Workshop
from shopfloor.board.issue_keeper import IssueKeeper
from shopfloor.domain.admission import RepositoryRules
from shopfloor.domain.agent_choices import AgentChoices
from shopfloor.domain.events import BoardNotice, ProjectNotice
from shopfloor.domain.ids import ProjectId, TaskId
from shopfloor.domain.project import Project
from shopfloor.errors import AgentNotAvailable, NotFound
from shopfloor.github_integration.assembly import GitHub
from shopfloor.settings import Settings


@dataclass(frozen=True, slots=True)
class Parts:
    settings: Settings
    state: State
    tools: GitTools
    agents: Agents
    outlets: Outlets
    workshop: Workshop
    github: GitHub
    rules: RepositoryRules
    issue_keeper: IssueKeeper

    def card_changed(self, project_id: ProjectId, task_id: TaskId) -> None:
        self.state.hub.publish_notice(BoardNotice(project_id, task_id))
        self.issue_keeper.wake()

    def project_changed(self, project_id: ProjectId) -> None:
        self.state.hub.publish_notice(ProjectNotice(project_id))

    async def check_choices(self, project: Project) -> None:
        agent = project.agent or self.state.preferences.current.default_agent
        try:
            self.agents.catalogue.declaration(agent)
        except NotFound as exc:
            raise AgentNotAvailable(exc.message, hint=exc.hint, field="agent") from exc
        await self.agents.offers.require(agent, project.choices)
        if review := project.ai_review:
            self.agents.catalogue.get(review.agent or agent)
            await self.agents.offers.require(review.agent or agent, AgentChoices(review.model))
