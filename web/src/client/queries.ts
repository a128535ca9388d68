/** Keys and fetchers, together. */
import { queryOptions } from "@tanstack/react-query";
import { api, body, bodyIfFound } from "./api";
import type { Agent, Order, OrderStatus, Project } from "./models";

export interface OrderFilter {
  status?: OrderStatus[];
  project_id?: string;
  agent?: string;
  q?: string;
  sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "title" | "-title";
  limit?: number;
  offset?: number;
}

export interface OrderPage {
  orders: Order[];
  total: number;
  hasMore: boolean;
}

export const keys = {
  orders: ["orders"] as const,
  orderLists: ["orders", "list"] as const,
  order: (id: string) => ["orders", "one", id] as const,
  projects: ["projects"] as const,
  agents: ["agents"] as const,
  settings: ["settings"] as const,
  secrets: ["secrets"] as const,
  configuration: (projectId: string) => ["projects", projectId, "configuration"] as const,
};

export const ordersQuery = (filter: OrderFilter) =>
  queryOptions({
    queryKey: [...keys.orderLists, filter],
    queryFn: async ({ signal }): Promise<OrderPage> => {
      const page = await body(api.GET("/api/agent-work-orders", { params: { query: filter }, signal }));
      return { orders: page.agent_work_orders, total: page.total_count, hasMore: page.has_more };
    },
  });

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: keys.order(id),
    queryFn: async ({ signal }): Promise<Order> => {
      const params = { path: { agent_work_order_id: id } };
      const answer = await body(api.GET("/api/agent-work-orders/{agent_work_order_id}", { params, signal }));
      return answer.agent_work_order;
    },
  });

export const allProjectsQuery = queryOptions({
  queryKey: keys.projects,
  queryFn: async ({ signal }) =>
    (await body(api.GET("/api/projects", { params: { query: { limit: 500, include_archived: true } }, signal }))).projects,
  staleTime: 60_000,
});

const notArchived = (all: Project[]): Project[] => all.filter((each) => !each.archived);
export const projectsQuery = queryOptions({ ...allProjectsQuery, select: notArchived });

export const versionsQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.configuration(projectId),
    queryFn: ({ signal }) => body(api.GET("/api/projects/{project_id}/configuration/versions", { params: { path: { project_id: projectId }, query: { limit: 200 } }, signal })),
  });

export const versionDiffQuery = (projectId: string, version: number, against: number) =>
  queryOptions({
    queryKey: [...keys.configuration(projectId), version, against],
    queryFn: ({ signal }) =>
      body(api.GET("/api/projects/{project_id}/configuration/versions/{version}/diff", { params: { path: { project_id: projectId, version }, query: { against } }, signal })),
    staleTime: Infinity,
  });

export const agentsQuery = queryOptions({
  queryKey: keys.agents,
  queryFn: async ({ signal }): Promise<Agent[]> => (await body(api.GET("/api/agents", { signal }))).agents,
  staleTime: 30_000,
});

export const agentModelsQuery = (agent: string) =>
  queryOptions({
    queryKey: [...keys.agents, agent, "models"],
    queryFn: ({ signal }) => bodyIfFound(api.GET("/api/agents/{name}/models", { params: { path: { name: agent } }, signal })),
    staleTime: 5 * 60_000,
  });

export const settingsQuery = queryOptions({
  queryKey: keys.settings,
  queryFn: ({ signal }) => body(api.GET("/api/settings", { signal })),
  staleTime: 60_000,
});
