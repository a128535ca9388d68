import { queryOptions } from "@tanstack/react-query";
import { api, body } from "@/client/api";

export const sandboxQuery = (id: string) =>
  queryOptions({
    queryKey: ["order", id, "sandbox"],
    retry: false,
    queryFn: ({ signal }) =>
      body(api.GET("/api/agent-work-orders/{agent_work_order_id}/sandbox", { params: { path: { agent_work_order_id: id } }, signal })),
  });
