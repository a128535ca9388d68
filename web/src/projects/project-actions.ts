import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, body, type Schemas } from "@/client/api";
import type { Project } from "@/client/models";
import { keys } from "@/client/queries";

export type ProjectChanges = Partial<Schemas["UpdateProjectRequest"]>;

export function useProjectActions() {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: keys.projects });
  const keep = (project: Project) => {
    client.setQueryData<Project[]>(keys.projects, (all) => all?.map((each) => (each.project_id === project.project_id ? project : each)));
    refresh();
  };
  const create = useMutation({
    mutationFn: (request: Partial<Schemas["CreateProjectRequest"]> & { repository_url: string }) => body(api.POST("/api/projects", { body: request as Schemas["CreateProjectRequest"] })),
    onSuccess: refresh,
  });
  const update = useMutation({
    scope: { id: "project-update" },
    mutationFn: ({ id, changes }: { id: string; changes: ProjectChanges }) => {
      const version = shownVersion(client, id);
      return body(api.PATCH("/api/projects/{project_id}", { params: { path: { project_id: id } }, body: { ...(version ? { version } : {}), ...changes } as Schemas["UpdateProjectRequest"] }));
    },
    onSuccess: keep,
    onError: refresh,
  });
  const restore = useMutation({
    scope: { id: "project-update" },
    mutationFn: ({ id, version }: { id: string; version: number }) => {
      const shown = shownVersion(client, id);
      return body(api.POST("/api/projects/{project_id}/configuration/versions/{version}/restore", { params: { path: { project_id: id, version } }, body: shown ? { version: shown } : {} }));
    },
    onSuccess: ({ project }) => keep(project),
    onError: refresh,
  });
  const remove = useMutation({
    mutationFn: (id: string) => body(api.DELETE("/api/projects/{project_id}", { params: { path: { project_id: id } } })),
    onSuccess: refresh,
  });
  return { create, update, restore, remove };
}

/** What the page shows when a change goes out; own changes that are still under way go first. */
const shownVersion = (client: QueryClient, id: string): number | undefined => client.getQueryData<Project[]>(keys.projects)?.find((each) => each.project_id === id)?.version;
