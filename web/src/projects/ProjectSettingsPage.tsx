/** A project's defaults: what its orders take unless they say otherwise. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { branchesQuery, sandboxesQuery, workflowsQuery } from "@/client/choices";
import type { Project } from "@/client/models";
import { agentsQuery, projectsQuery, settingsQuery } from "@/client/queries";
import { useTitle } from "@/lib/hooks";
import { Row, TextSetting } from "@/settings/parts";
import { agentGroups, ModelSelect } from "@/ui/AgentFields";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import { workflowWords } from "@/ui/order-status";
import { POLICIES } from "@/ui/policies";
import { Select } from "@/ui/Select";
import { EmptyState } from "@/ui/states";
import { toast, toastError } from "@/ui/toasts";
import { type ProjectChanges, useProjectActions } from "./project-actions";

const route = getRouteApi("/projects/$projectId/settings");

export function ProjectSettingsPage() {
  const { projectId } = route.useParams();
  const projects = useQuery(projectsQuery);
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
          <Surroundings project={project} />
          <Removal project={project} />
        </div>
      </div>
    </>
  );
}

function useChange(project: Project) {
  const { update } = useProjectActions();
  return (changes: ProjectChanges) => update.mutate({ id: project.project_id, changes }, { onError: (error) => toastError("The project was not changed", error) });
}

function Defaults({ project }: { project: Project }) {
  const change = useChange(project);
  const agents = useQuery(agentsQuery);
  const workflows = useQuery(workflowsQuery);
  const sandboxes = useQuery(sandboxesQuery);
  const settings = useQuery(settingsQuery);
  const branches = useQuery(branchesQuery(project.repository_url, ""));
  const agent = project.agent ?? settings.data?.default_agent ?? "";
  return (
    <section className="card">
      <Row name="Name">
        <TextSetting label="Name" value={project.name} onSave={(name) => name && change({ name })} />
      </Row>
      <Row name="Repository">
        <span className="mono t2 tr block">{project.repository_url}</span>
      </Row>
      <Row name="Agent">
        <Select label="Agent" value={project.agent ?? ""} onChange={(value) => change({ agent: value || null, model: null })} groups={agentGroups(agents.data ?? [], "The floor's default")} />
      </Row>
      <Row name="Model">
        <ModelSelect agent={agent} value={project.model ?? ""} onChange={(value) => change({ model: value || null })} any="The floor's default" />
      </Row>
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

function Surroundings({ project }: { project: Project }) {
  const change = useChange(project);
  const [script, setScript] = useState(project.setup_script ?? "");
  const [files, setFiles] = useState(project.files_to_copy.join("\n"));
  const list = files.split("\n").map((each) => each.trim()).filter(Boolean);
  const isChanged = script !== (project.setup_script ?? "") || list.join("\n") !== project.files_to_copy.join("\n");
  const save = () => {
    change({ setup_script: script.trim() || null, files_to_copy: list });
    toast({ title: "Saved", text: "It holds from the next order on." });
  };
  return (
    <section className="card">
      <Row name="Setup script" text="Runs in a fresh sandbox before the agent, such as installing dependencies.">
        <div className="input area">
          <textarea aria-label="Setup script" className="mono" rows={4} value={script} onChange={(event) => setScript(event.target.value)} placeholder="npm ci" spellCheck={false} />
        </div>
      </Row>
      <Row name="Files to copy" text="Not in git, wanted in the sandbox. One a line.">
        <div className="input area">
          <textarea aria-label="Files to copy" className="mono" rows={3} value={files} onChange={(event) => setFiles(event.target.value)} placeholder=".env.local" spellCheck={false} />
        </div>
      </Row>
      <div className="srow">
        <span />
        <Button variant="primary" disabled={!isChanged} onClick={save}>
          Save
        </Button>
      </div>
    </section>
  );
}

function Removal({ project }: { project: Project }) {
  const { remove } = useProjectActions();
  const navigate = route.useNavigate();
  const [isAsking, setAsking] = useState(false);
  return (
    <section className="card">
      <Row name="Forget this project" text="Its orders, branches and pull requests stay." end>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Forget
        </Button>
      </Row>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Forget ${project.name}?`}
        text="Its defaults are gone. Its orders, branches and pull requests stay."
        action="Forget it"
        danger
        onConfirm={async () => {
          await remove.mutateAsync(project.project_id).catch((error: unknown) => toastError("The project was not forgotten", error));
          await navigate({ to: "/projects" });
        }}
      />
    </section>
  );
}
