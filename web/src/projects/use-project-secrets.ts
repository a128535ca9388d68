import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, body } from "@/client/api";
import { keys } from "@/client/queries";
import { toast, toastError } from "@/ui/toasts";

export function useProjectSecrets(projectId: string) {
  const client = useQueryClient();
  const query = { project_id: projectId };
  const list = useQuery({
    queryKey: [...keys.secrets, projectId],
    queryFn: async ({ signal }) => (await body(api.GET("/api/secrets", { params: { query }, signal }))).secrets,
  });
  const done = () => {
    void client.invalidateQueries({ queryKey: keys.secrets });
    void client.invalidateQueries({ queryKey: keys.projects });
  };
  const put = useMutation({
    mutationFn: ({ name, value }: { name: string; value: string }) => body(api.PUT("/api/secrets/{name}", { params: { path: { name }, query }, body: { value } })),
    onSuccess: (_answer, { name }) => {
      toast({ title: `${name} is set`, text: "It is encrypted, and nobody can read it back." });
      done();
    },
    onError: (error) => toastError("The secret was not set", error),
  });
  const remove = useMutation({
    mutationFn: (name: string) => body(api.DELETE("/api/secrets/{name}", { params: { path: { name }, query } })),
    onSuccess: done,
    onError: (error) => toastError("The secret was not removed", error),
  });
  return { list, put, remove };
}
