import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { projectsQuery } from "@/client/queries";
import { useStored } from "@/lib/stored";

export const LAST_BOARD = "shopfloor.board";

/** The board of the project in front, else the one that was looked at last, else the first; to the projects where there is none. */
export function useGoToBoard(): () => void {
  const navigate = useNavigate();
  const projects = useQuery(projectsQuery);
  const { projectId: inFront } = useParams({ strict: false });
  const [last] = useStored<string | null>(LAST_BOARD, null);
  return () => {
    const known = projects.data?.find((each) => each.project_id === last) ?? projects.data?.[0];
    const projectId = inFront ?? known?.project_id;
    if (projectId) void navigate({ to: "/projects/$projectId/board", params: { projectId } });
    else void navigate({ to: "/projects" });
  };
}
