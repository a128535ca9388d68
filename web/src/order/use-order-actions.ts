/** What a person can do to an order. Each says at once that it is under way, until the order has moved. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { api, body, type Schemas } from "@/client/api";
import type { Order } from "@/client/models";
import { errorText } from "@/client/problem";
import { keys } from "@/client/queries";
import { toast, toastError } from "@/ui/toasts";

type Move = "cancel" | "pause" | "resume" | "retry";

export interface OrderActions {
  /** The move under way, shown until its event arrives. */
  readonly moving: Move | undefined;
  readonly move: (move: Move) => Promise<void>;
  readonly rename: (title: string) => Promise<void>;
  readonly change: (changes: Schemas["UpdateAgentWorkOrderRequest"]) => Promise<void>;
  /** True once the server has it. */
  readonly send: (promptText: string) => Promise<boolean>;
  readonly editPrompt: (promptId: string, promptText: string) => Promise<boolean>;
  readonly withdrawPrompt: (promptId: string) => Promise<void>;
  readonly answer: (permissionId: string, optionId: string) => Promise<boolean>;
}

const FAILED: Readonly<Record<Move, string>> = {
  cancel: "The order could not be stopped",
  pause: "The order could not be paused",
  resume: "The order could not be resumed",
  retry: "The order could not be retried",
};
const ADDRESSES = {
  cancel: "/api/agent-work-orders/{agent_work_order_id}/cancel",
  pause: "/api/agent-work-orders/{agent_work_order_id}/pause",
  resume: "/api/agent-work-orders/{agent_work_order_id}/resume",
  retry: "/api/agent-work-orders/{agent_work_order_id}/retry",
} as const;
const PROMPT = "/api/agent-work-orders/{agent_work_order_id}/prompts/{prompt_id}";

export function useOrderActions(order: Order): OrderActions {
  const id = order.agent_work_order_id;
  const queries = useQueryClient();
  const [moving, setMoving] = useState<Move>();
  const statusAtMove = useRef(order.status);

  useEffect(() => {
    if (order.status !== statusAtMove.current) setMoving(undefined);
  }, [order.status]);

  return useMemo(() => {
    const params = { path: { agent_work_order_id: id } };
    const ofPrompt = (promptId: string) => ({ path: { agent_work_order_id: id, prompt_id: promptId } });
    const take = (fresh: Order) => queries.setQueryData(keys.order(id), fresh);
    const attempt = async (title: string, work: () => Promise<unknown>): Promise<boolean> => {
      try {
        await work();
        return true;
      } catch (error) {
        toastError(title, error);
        return false;
      }
    };
    return {
      moving,
      move: async (move) => {
        statusAtMove.current = order.status;
        setMoving(move);
        await attempt(FAILED[move], async () => take((await body(api.POST(ADDRESSES[move], { params }))).agent_work_order));
        setMoving(undefined);
      },
      rename: async (title) => {
        const before = queries.getQueryData<Order>(keys.order(id));
        if (before) take({ ...before, title });
        const renamed = await attempt("The title could not be changed", () =>
          body(api.PATCH("/api/agent-work-orders/{agent_work_order_id}", { params, body: { title } })),
        );
        if (!renamed && before) take(before);
      },
      change: async (changes) => {
        await attempt("That could not be changed", async () => {
          const answer = await body(api.PATCH("/api/agent-work-orders/{agent_work_order_id}", { params, body: changes }));
          take(answer.agent_work_order);
        });
      },
      send: (prompt_text) =>
        attempt("The prompt was not sent", () =>
          body(api.POST("/api/agent-work-orders/{agent_work_order_id}/prompt", { params, body: { prompt_text } })),
        ),
      editPrompt: (promptId, prompt_text) =>
        attempt("The prompt could not be changed", () => api.PATCH(PROMPT, { params: ofPrompt(promptId), body: { prompt_text } })),
      withdrawPrompt: async (promptId) => {
        try {
          await api.DELETE(PROMPT, { params: ofPrompt(promptId) });
        } catch (error) {
          toast({ title: "The prompt was not withdrawn", text: errorText(error), glyph: "failed" });
        }
      },
      answer: (permissionId, option_id) =>
        attempt("The answer did not arrive", () =>
          body(
            api.POST("/api/agent-work-orders/{agent_work_order_id}/permissions/{permission_id}", {
              params: { path: { agent_work_order_id: id, permission_id: permissionId } },
              body: { option_id },
            }),
          ),
        ),
    };
  }, [id, moving, order.status, queries]);
}
