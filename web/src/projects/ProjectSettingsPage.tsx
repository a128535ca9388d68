/** A project's defaults: what its orders take unless they say otherwise. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { branchesQuery, hasIssues, sandboxesQuery, workflowsQuery } from "@/client/choices";
import type { Project } from "@/client/models";
import { agentsQuery, allProjectsQuery, settingsQuery } from "@/client/queries";
import { useTitle } from "@/lib/title";
import { LimitRows } from "@/settings/LimitRows";
import { Row, TextSetting } from "@/settings/parts";
import { agentGroups, ModelSelect, OfferedSelect } from "@/ui/AgentFields";
import { workflowWords } from "@/ui/order-status";
import { POLICIES } from "@/ui/policies";
import { Select } from "@/ui/Select";
import { EmptyState } from "@/ui/states";
import { ConfigurationHistory } from "./ConfigurationHistory";
import { Leaving } from "./Leaving";
import { McpServers } from "./McpServers";
import { OwnCommands } from "./OwnCommands";
import { ProjectSecrets } from "./ProjectSecrets";
import { ReviewRules } from "./ReviewRules";
import { Surroundings } from "./Surroundings";
import { useProjectChange } from "./use-project-change";
import { WebhookRules } from "./WebhookRules";

const route = getRouteApi("/projects/$projectId/settings");

export function ProjectSettingsPage() {
  const { projectId } = route.useParams();
  const projects = useQuery(allProjectsQuery);
  const project = projects.data?.find((each) => each.project_id === projectId);
  useTitle(project ? `${project.name} · Defaults` : "Project");
  if (!projects.data) return null;
  if (!project) return <EmptyState title="No such project" text="It may have been removed." action={<Link to="/projects" className="btn">All projects</Link>} />;
  return (
    <>
      <header className="topbar">
        <nav className="crumb" aria-label="Breadcrumb">
          <Link to="/projects">Projects</Link>
          <ChevronRight className="i" size={12} />
          <Link to="/projects/$projectId" params={{ projectId }}>
            {project.name}
          </Link>
          <ChevronRight className="i" size={12} />
        </nav>
        <h1>Defaults</h1>
      </header>
      <div className="page-in scrolls">
        <div className="set-in mx-auto">
          <Defaults project={project} />
          <section className="card">
            <ProjectLimits project={project} />
          </section>
          <ReviewRules project={project} />
          <Surroundings project={project} />
          <ProjectSecrets project={project} />
          <McpServers project={project} />
          <OwnCommands project={project} />
          {hasIssues(project.repository_url) && <WebhookRules project={project} />}
          <ConfigurationHistory project={project} />
          <Leaving project={project} />
        </div>
      </div>
    </>
  );
}

function Defaults({ project }: { project: Project }) {
  const change = useProjectChange(project);
  const agents = useQuery(agentsQuery);
  const workflows = useQuery(workflowsQuery);
  const sandboxes = useQuery(sandboxesQuery);
  const settings = useQuery(settingsQuery);
  const branches = useQuery(branchesQuery(project.repository_url, ""));
  const agent = project.agent ?? settings.data?.default_agent ?? "";
  const offers = agents.data?.find((each) => each.name === agent);
  return (
    <section className="card">
      <Row name="Name">
        <TextSetting label="Name" value={project.name} onSave={(name) => name && change({ name })} />
      </Row>
      <Row name="Repository">
        <span className="mono t2 tr block">{project.repository_url}</span>
      </Row>
      <Row name="Agent">
        <Select label="Agent" value={project.agent ?? ""} onChange={(value) => change({ agent: value || null, model: null, reasoning_effort: null, mode: null })} groups={agentGroups(agents.data ?? [], "The floor's default")} />
      </Row>
      <Row name="Model">
        <ModelSelect agent={agent} value={project.model ?? ""} onChange={(value) => change({ model: value || null })} any="The floor's default" />
      </Row>
      {offers?.supports_effort && (
        <Row name="Effort">
          <OfferedSelect kind="efforts" agent={agent} value={project.reasoning_effort ?? ""} onChange={(value) => change({ reasoning_effort: value || null })} any="The floor's default" />
        </Row>
      )}
      {offers?.supports_modes && (
        <Row name="Mode">
          <OfferedSelect kind="modes" agent={agent} value={project.mode ?? ""} onChange={(value) => change({ mode: value || null })} any="The floor's default" />
        </Row>
      )}
      <Row name="Workflow">
        <Select
          label="Workflow"
          value={project.workflow_type ?? ""}
          onChange={(value) => change({ workflow_type: (value || null) as Project["workflow_type"] })}
          groups={[{ choices: [{ value: "", label: "The floor's default" }, ...(workflows.data ?? []).map((each) => ({ value: each.workflow_type, label: workflowWords(each.workflow_type) }))] }]}
        />
      </Row>
      <Row name="Sandbox">
        <Select
          label="Sandbox"
          value={project.sandbox_type ?? ""}
          onChange={(value) => change({ sandbox_type: (value || null) as Project["sandbox_type"] })}
          groups={[{ choices: [{ value: "", label: "The floor's default" }, ...(sandboxes.data ?? []).map((each) => ({ value: each.sandbox_type, label: each.name, disabled: !each.is_available }))] }]}
        />
      </Row>
      <Row name="Base branch">
        <Select
          label="Base branch"
          value={project.base_branch ?? ""}
          onChange={(value) => change({ base_branch: value || null })}
          groups={[{ choices: [{ value: "", label: "The default branch" }, ...(branches.data?.branches ?? []).map((each) => ({ value: each.name, label: each.name }))] }]}
        />
      </Row>
      <Row name="Permissions">
        <Select
          label="Permissions"
          value={project.permission_policy ?? ""}
          onChange={(value) => change({ permission_policy: (value || null) as Project["permission_policy"] })}
          groups={[{ choices: [{ value: "", label: "The floor's default" }, ...POLICIES.map(({ value, label }) => ({ value, label }))] }]}
        />
      </Row>
    </section>
  );
}

function ProjectLimits({ project }: { project: Project }) {
  const change = useProjectChange(project);
  const settings = useQuery(settingsQuery);
  return <LimitRows limits={project.limits} inherited={settings.data?.default_limits ?? null} onChange={(limits) => change({ limits: limits as Project["limits"] })} />;
}
