import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, body } from "@/client/api";
import { keys } from "@/client/queries";
import { toast, toastError } from "@/ui/toasts";

const secretsQuery = queryOptions({
  queryKey: keys.secrets,
  queryFn: async ({ signal }) => (await body(api.GET("/api/secrets", { signal }))).secrets,
});

/** Values go in and never come out. */
export function useSecrets() {
  const client = useQueryClient();
  const list = useQuery(secretsQuery);
  const done = () => {
    void client.invalidateQueries({ queryKey: keys.secrets });
    void client.invalidateQueries({ queryKey: ["github"] });
    void client.invalidateQueries({ queryKey: ["agents"] });
  };
  const put = useMutation({
    mutationFn: ({ name, value }: { name: string; value: string }) => body(api.PUT("/api/secrets/{name}", { params: { path: { name } }, body: { value } })),
    onSuccess: (_answer, { name }) => {
      toast({ title: `${name} is kept`, text: "It is encrypted, and nobody can read it back here." });
      done();
    },
    onError: (error) => toastError("The secret was not kept", error),
  });
  const remove = useMutation({
    mutationFn: (name: string) => body(api.DELETE("/api/secrets/{name}", { params: { path: { name } } })),
    onSuccess: done,
    onError: (error) => toastError("The secret was not removed", error),
  });
  return { list, put, remove };
}
