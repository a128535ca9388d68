import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Order } from "@/client/models";
import { useShortcut } from "@/lib/shortcuts";

/** J and K move, Enter opens, X selects, Esc lets go. Gives the row that is current. */
export function useListKeys(orders: Order[], onToggle: (id: string) => void, onClear: () => void): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const navigate = useNavigate();
  const index = orders.findIndex((order) => order.agent_work_order_id === current);
  const move = (step: number) => {
    const next = orders[Math.min(orders.length - 1, Math.max(0, index < 0 ? 0 : index + step))];
    if (!next) return;
    setCurrent(next.agent_work_order_id);
    document.querySelector(`[data-order="${CSS.escape(next.agent_work_order_id)}"]`)?.scrollIntoView({ block: "nearest" });
  };
  const isThere = index >= 0;
  useShortcut("j", "Next order", "List", () => move(1));
  useShortcut("k", "Previous order", "List", () => move(-1));
  useShortcut("x", "Select", "List", () => current && onToggle(current), isThere);
  useShortcut("enter", "Open", "List", () => current && void navigate({ to: "/orders/$orderId", params: { orderId: current } }), isThere);
  useShortcut("escape", "Let go of the selection", "List", onClear);
  return isThere ? current : null;
}
