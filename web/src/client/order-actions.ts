/** What can be done to an order. */
import { api, body } from "./api";
import type { Order } from "./models";
import type { Schemas } from "./api";

const at = (id: string) => ({ params: { path: { agent_work_order_id: id } } });
const order = async (answer: Promise<{ data?: Schemas["AgentWorkOrderResponse"] }>): Promise<Order> =>
  (await body(answer)).agent_work_order;

export const cancelOrder = (id: string) => order(api.POST("/api/agent-work-orders/{agent_work_order_id}/cancel", at(id)));
export const retryOrder = (id: string) => order(api.POST("/api/agent-work-orders/{agent_work_order_id}/retry", at(id)));

export const updateOrder = (id: string, changes: Schemas["UpdateAgentWorkOrderRequest"]) =>
  order(api.PATCH("/api/agent-work-orders/{agent_work_order_id}", { ...at(id), body: changes }));

export const createOrder = (request: Partial<Schemas["CreateAgentWorkOrderRequest"]> & Record<string, unknown>) =>
  order(api.POST("/api/agent-work-orders", { body: { priority: 0, ...request } }));

const AT_ONCE = 4;

/** One after another, a few at a time. Gives back what failed. */
export async function forEachOrder(ids: string[], act: (id: string) => Promise<unknown>): Promise<{ id: string; error: unknown }[]> {
  const failures: { id: string; error: unknown }[] = [];
  const queue = [...ids];
  const worker = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      try {
        await act(id);
      } catch (error) {
        failures.push({ id, error });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failures;
}
