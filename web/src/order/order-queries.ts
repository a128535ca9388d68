/** What the order's page reads, each key with its fetcher. */
import { queryOptions } from "@tanstack/react-query";
import { api, body } from "@/client/api";
import { eventsAfter } from "@/live";
import type { JournalEvent } from "./conversation/journal-events";

const path = (id: string) => ({ path: { agent_work_order_id: id } });
const ofOrder = (id: string, what: string) => ["order", id, what] as const;

export const commitsQuery = (id: string) =>
  queryOptions({
    queryKey: ofOrder(id, "commits"),
    queryFn: async ({ signal }) =>
      (await body(api.GET("/api/agent-work-orders/{agent_work_order_id}/commits", { params: path(id), signal }))).commits,
  });

export interface DiffChoice {
  readonly sha: string | undefined;
  readonly ignoreWhitespace: boolean;
}

export const diffQuery = (id: string, choice: DiffChoice) =>
  queryOptions({
    queryKey: [...ofOrder(id, "diff"), choice],
    queryFn: ({ signal }) => {
      const query = { ignore_whitespace: choice.ignoreWhitespace, ...(choice.sha === undefined ? {} : { sha: choice.sha }) };
      return body(api.GET("/api/agent-work-orders/{agent_work_order_id}/diff", { params: { ...path(id), query }, signal }));
    },
  });

export const pullRequestQuery = (id: string, exists: boolean) =>
  queryOptions({
    queryKey: ofOrder(id, "pull-request"),
    enabled: exists,
    queryFn: ({ signal }) =>
      body(api.GET("/api/agent-work-orders/{agent_work_order_id}/pull-request", { params: path(id), signal })),
  });

export type LogLevel = "debug" | "info" | "warning" | "error";

export const fetchLogs = (id: string, level: LogLevel, limit: number, offset: number, signal?: AbortSignal) =>
  body(
    api.GET("/api/agent-work-orders/{agent_work_order_id}/logs", {
      params: { ...path(id), query: { level, limit, offset } },
      ...(signal ? { signal } : {}),
    }),
  );

/** One event as the journal has it. */
export const eventQuery = (id: string, seq: number) =>
  queryOptions({
    queryKey: [...ofOrder(id, "event"), seq],
    staleTime: Infinity,
    gcTime: 60_000,
    queryFn: async ({ signal }): Promise<JournalEvent | undefined> => (await eventsAfter(id, seq - 1, 1, signal)).events[0],
  });
