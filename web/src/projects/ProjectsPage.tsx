import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { FolderGit2, Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Project } from "@/client/models";
import { allProjectsQuery } from "@/client/queries";
import { repositoryName } from "@/lib/format";
import { useTitle } from "@/lib/title";
import { RepositoryField, useVerified } from "@/new-order/RepositoryField";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/fields";
import { EmptyState, ErrorState } from "@/ui/states";
import { toastError } from "@/ui/toasts";
import { useProjectActions } from "./project-actions";
import { stateWords } from "./project-state";

const route = getRouteApi("/projects");

export function ProjectsPage() {
  useTitle("Projects");
  const { add } = route.useSearch();
  const navigate = route.useNavigate();
  const projects = useQuery(allProjectsQuery);
  const [isShowingArchived, setShowingArchived] = useState(false);
  const current = projects.data?.filter((each) => !each.archived) ?? [];
  const archived = projects.data?.filter((each) => each.archived) ?? [];
  const shown = isShowingArchived ? [...current, ...archived] : current;
  const open = (on: boolean) => void navigate({ search: on ? { add: true } : {}, replace: true });
  const button = (
    <Button variant="primary" icon={<Plus className="i" size={14} />} onClick={() => open(true)}>
      Connect a repository
    </Button>
  );
  return (
    <>
      <header className="topbar">
        <h1>Projects</h1>
        <span className="push">{projects.data?.length !== 0 && button}</span>
      </header>
      <div className="page-in scrolls">
        {projects.error && <ErrorState title="The projects cannot be listed" error={projects.error} onRetry={() => void projects.refetch()} />}
        {projects.data?.length === 0 && <EmptyState title="No projects yet" text="A project is a connected repository with defaults for its orders." action={button} />}
        {shown.length > 0 && (
          <div className="card">
            {shown.map((project) => (
              <ProjectRow key={project.project_id} project={project} />
            ))}
          </div>
        )}
        {archived.length > 0 && (
          <Button variant="ghost" size="sm" className="mt-2" onClick={() => setShowingArchived(!isShowingArchived)}>
            {isShowingArchived ? "Hide what is archived" : `Show ${archived.length} archived`}
          </Button>
        )}
      </div>
      <Dialog open={add ?? false} onOpenChange={open} title="Connect a repository" description="Orders of a project share its defaults.">
        <ConnectForm onDone={(id) => void navigate({ to: "/projects/$projectId/settings", params: { projectId: id } })} />
      </Dialog>
    </>
  );
}

const ProjectRow = ({ project }: { project: Project }) => (
  <Link to="/projects/$projectId/board" params={{ projectId: project.project_id }} className="pcard">
    <FolderGit2 className="i t3" size={16} />
    <span className="col grow">
      <b className="font-semibold">{project.name}</b>
      <span className="t3 sm tr mono">{project.repository_url}</span>
    </span>
    {project.archived && <span className="tag">archived</span>}
    <span className="row g8 sm nw">
      {stateWords(project.state).map(({ text, look }) => (
        <span key={text} className={look}>
          {text}
        </span>
      ))}
    </span>
  </Link>
);

function ConnectForm({ onDone }: { onDone: (id: string) => void }) {
  const [repository, setRepository] = useState("");
  const [name, setName] = useState("");
  const { create } = useProjectActions();
  const verified = useVerified(repository);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(
      { repository_url: repository.trim(), ...(name.trim() ? { name: name.trim() } : {}) },
      { onSuccess: (project) => onDone(project.project_id), onError: (error) => toastError("The repository was not connected", error) },
    );
  };
  return (
    <form className="col gap-4" onSubmit={submit}>
      <RepositoryField value={repository} onChange={setRepository} projects={[]} problem={null} />
      <Field label="Name" hint="optional">
        {(ids) => (
          <div className="input">
            <input {...ids} value={name} onChange={(event) => setName(event.target.value)} placeholder={repository ? repositoryName(repository) : "acme/checkout"} />
          </div>
        )}
      </Field>
      <div className="dlg-f">
        <Button type="submit" variant="primary" busy={create.isPending} disabled={!verified.data?.verification_success}>
          Connect
        </Button>
      </div>
    </form>
  );
}
