"""What the routers work with. Built by the composition root, passed in, never looked up."""

from dataclasses import dataclass

from shopfloor.agent_executor.agent_states import AgentStates
from shopfloor.agent_executor.catalogue import AgentCatalogue
from shopfloor.agents.offers import AgentOffers
from shopfloor.board.approval import TaskApproval
from shopfloor.board.execution import TaskExecution
from shopfloor.board.issue_import import IssueImport
from shopfloor.board.issue_links import IssueLinks
from shopfloor.board.reviewing import TaskReviews
from shopfloor.board.service import Board
from shopfloor.domain.admission import RepositoryRules
from shopfloor.event_journal.conversations import Conversations
from shopfloor.event_journal.journal import Journal
from shopfloor.forge.forge_protocol import Forge
from shopfloor.github_integration.service import GitHubService
from shopfloor.preferences.preferences import Preferences
from shopfloor.previews.editors import Editors
from shopfloor.previews.names import ServedNames
from shopfloor.previews.previews import Previews
from shopfloor.previews.served_programs import ServedPrograms
from shopfloor.projects.history import ProjectHistory
from shopfloor.projects.service import Projects
from shopfloor.repositories.service import Repositories
from shopfloor.sandbox_manager.sandbox_protocol import SandboxFactory
from shopfloor.settings import Settings
from shopfloor.state_manager.store import Store
from shopfloor.vault.vault import Vault
from shopfloor.visits.files import SandboxFiles
from shopfloor.visits.hand_commits import HandCommits
from shopfloor.visits.terminals import Terminals
from shopfloor.visits.visits import Visits
from shopfloor.visits.watching import FileWatch
from shopfloor.webhooks.reception import Reception
from shopfloor.work_orders.ai_reviews import AiReviews
from shopfloor.work_orders.chat import Chat
from shopfloor.work_orders.prompts import Prompts
from shopfloor.work_orders.pull_requests import PullRequests
from shopfloor.work_orders.service import WorkOrders
from shopfloor.work_orders.views import WorkOrderViews
from shopfloor.workflow_engine.permission_desk import PermissionDesk


@dataclass(frozen=True, slots=True)
class Services:
    settings: Settings
    store: Store
    journal: Journal
    work_orders: WorkOrders
    views: WorkOrderViews
    prompts: Prompts
    chat: Chat
    conversations: Conversations
    pull_requests: PullRequests
    permissions: PermissionDesk
    projects: Projects
    project_history: ProjectHistory
    board: Board
    issue_import: IssueImport
    issue_links: IssueLinks
    execution: TaskExecution
    task_reviews: TaskReviews
    approval: TaskApproval
    ai_reviews: AiReviews
    visits: Visits
    files: SandboxFiles
    file_watch: FileWatch
    terminals: Terminals
    hand_commits: HandCommits
    served: ServedPrograms
    served_names: ServedNames
    previews: Previews
    editors: Editors
    repositories: Repositories
    preferences: Preferences
    catalogue: AgentCatalogue
    offers: AgentOffers
    agents: AgentStates
    sandboxes: SandboxFactory
    forge: Forge
    vault: Vault
    repository_rules: RepositoryRules
    github: GitHubService
    webhooks: Reception
