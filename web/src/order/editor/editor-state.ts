/** Whether an order's editor is open in this browser. */
import { useCallback } from "react";
import { useStored } from "@/lib/stored";
import { withOrder } from "../drawer/drawer-state";

const NONE: readonly string[] = [];

export function useEditorOpen(orderId: string): [boolean, (open: boolean) => void] {
  const [orders, setOrders] = useStored<readonly string[]>("shopfloor.editors-open", NONE);
  const set = useCallback((open: boolean) => setOrders(withOrder(orders, orderId, open)), [orders, orderId, setOrders]);
  return [orders.includes(orderId), set];
}
