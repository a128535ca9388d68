import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, body, type Schemas } from "@/client/api";
import { keys } from "@/client/queries";

export type ProjectChanges = Partial<Schemas["UpdateProjectRequest"]>;

export function useProjectActions() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: keys.projects });
  const create = useMutation({
    mutationFn: (request: Partial<Schemas["CreateProjectRequest"]> & { repository_url: string }) => body(api.POST("/api/projects", { body: request as Schemas["CreateProjectRequest"] })),
    onSuccess: refresh,
  });
  const update = useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: ProjectChanges }) => body(api.PATCH("/api/projects/{project_id}", { params: { path: { project_id: id } }, body: changes as Schemas["UpdateProjectRequest"] })),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: (id: string) => body(api.DELETE("/api/projects/{project_id}", { params: { path: { project_id: id } } })),
    onSuccess: refresh,
  });
  return { create, update, remove };
}
