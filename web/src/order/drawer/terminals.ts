/** The terminals of an order: what the server has, and opening and closing them. */
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { api, body, type Schemas } from "@/client/api";

export type ServerTerminal = Schemas["TerminalModel"];

const path = (id: string) => ({ path: { agent_work_order_id: id } });
const ADDRESS = "/api/agent-work-orders/{agent_work_order_id}/terminals";
const BUSY_EVERY = 4_000;

const terminalsQuery = (id: string) =>
  queryOptions({
    queryKey: ["order", id, "terminals"],
    refetchInterval: BUSY_EVERY,
    queryFn: async ({ signal }) => (await body(api.GET(ADDRESS, { params: path(id), signal }))).terminals,
  });

export function useTerminals(id: string) {
  const queries = useQueryClient();
  const { data, error } = useQuery(terminalsQuery(id));
  const look = useCallback(() => queries.fetchQuery({ ...terminalsQuery(id), staleTime: 0 }), [queries, id]);
  const open = useCallback(async () => {
    const opened = await body(api.POST(ADDRESS, { params: path(id), body: { columns: 80, rows: 24 } }));
    await look();
    return opened.terminal_id;
  }, [id, look]);
  const close = useCallback(
    async (terminalId: string) => {
      await api.DELETE("/api/agent-work-orders/{agent_work_order_id}/terminals/{terminal_id}", {
        params: { path: { agent_work_order_id: id, terminal_id: terminalId } },
      });
      return (await look()).filter((each) => each.terminal_id !== terminalId);
    },
    [id, look],
  );
  return useMemo(() => ({ terminals: data, error, open, close, look }), [data, error, open, close, look]);
}
