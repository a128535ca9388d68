import type { Project } from "@/client/models";
import { toastError } from "@/ui/toasts";
import { type ProjectChanges, useProjectActions } from "./project-actions";

/** Changes of one project; whether the server took them is told to `onSaved`. */
export function useProjectChange(project: Project) {
  const { update } = useProjectActions();
  return (changes: ProjectChanges, onSaved?: () => void) =>
    update.mutate(
      { id: project.project_id, changes },
      { onError: (error) => toastError("The project was not changed", error), ...(onSaved ? { onSuccess: onSaved } : {}) },
    );
}
