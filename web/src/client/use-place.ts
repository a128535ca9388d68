import { useQuery } from "@tanstack/react-query";
import { repositoryName } from "@/lib/format";
import type { Order } from "./models";
import { allProjectsQuery } from "./queries";

/** The project an order belongs to, else its repository. */
export function usePlace(order: Order): { name: string; projectId: string | null } {
  const { data } = useQuery(allProjectsQuery);
  const project = data?.find((each) => each.project_id === order.project_id);
  return { name: project?.name ?? repositoryName(order.repository_url), projectId: project?.project_id ?? null };
}
