/** Whether an order's terminal drawer is open, and how high all of them are, as this browser remembers it. */
import { useCallback } from "react";
import { useStored } from "@/lib/stored";

const REMEMBERED = 30;
export const DRAWER_HEIGHT = { least: 120, mostShare: 0.7, usual: 252 } as const;

const NONE: readonly string[] = [];

export function useDrawerOpen(orderId: string): [boolean, (open: boolean) => void] {
  const [orders, setOrders] = useStored<readonly string[]>("shopfloor.terminals-open", NONE);
  const set = useCallback((open: boolean) => setOrders(withOrder(orders, orderId, open)), [orders, orderId, setOrders]);
  return [orders.includes(orderId), set];
}

export function withOrder(orders: readonly string[], orderId: string, open: boolean): readonly string[] {
  const others = orders.filter((each) => each !== orderId);
  return open ? [...others, orderId].slice(-REMEMBERED) : others;
}

export const heightWithin = (height: number, windowHeight: number): number =>
  Math.round(Math.max(DRAWER_HEIGHT.least, Math.min(height, windowHeight * DRAWER_HEIGHT.mostShare)));
