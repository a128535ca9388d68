import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, body, type Schemas } from "@/client/api";
import type { Settings } from "@/client/models";
import { keys, settingsQuery } from "@/client/queries";
import { toastError } from "@/ui/toasts";

type Changes = Partial<Schemas["UpdateSettingsRequest"]>;

/** Shown at once, taken back if the server refuses. */
export function useSettings() {
  const client = useQueryClient();
  const settings = useQuery(settingsQuery);
  const change = useMutation({
    mutationFn: (changes: Changes) => body(api.PATCH("/api/settings", { body: changes as Schemas["UpdateSettingsRequest"] })),
    onMutate: (changes) => {
      const before = client.getQueryData<Settings>(keys.settings);
      if (before) client.setQueryData(keys.settings, { ...before, ...changes });
      return { before };
    },
    onError: (error, _changes, context) => {
      client.setQueryData(keys.settings, context?.before);
      toastError("The setting was not saved", error);
    },
    onSuccess: (saved) => client.setQueryData(keys.settings, saved),
  });
  return { settings: settings.data, error: settings.error, refetch: settings.refetch, change: (changes: Changes) => change.mutate(changes) };
}
