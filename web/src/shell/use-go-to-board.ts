import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { projectsQuery } from "@/client/queries";
import { useStored } from "@/lib/stored";

export const LAST_BOARD = "shopfloor.board";

/** The board that was looked at last, else the first; to the projects where there is none. */
export function useGoToBoard(): () => void {
  const navigate = useNavigate();
  const projects = useQuery(projectsQuery);
  const [last] = useStored<string | null>(LAST_BOARD, null);
  return () => {
    const project = projects.data?.find((each) => each.project_id === last) ?? projects.data?.[0];
    if (project) void navigate({ to: "/projects/$projectId/board", params: { projectId: project.project_id } });
    else void navigate({ to: "/projects" });
  };
}
