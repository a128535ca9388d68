/** The keys of an order's page. Single keys are off while somebody types. */
import { useEffect, useRef } from "react";
import type { Order } from "@/client/models";
import { canCancel, isLive } from "@/ui/order-status";
import { isTyping } from "./keyboard";
import { PANEL_TABS, type PaneTab } from "./panes";
import type { OrderActions } from "./use-order-actions";

interface OrderKeys {
  readonly order: Order;
  readonly actions: OrderActions;
  readonly hasRequest: boolean;
  readonly show: (tab: PaneTab) => void;
  readonly find: () => void;
  readonly enlarge: () => void;
  readonly stop: () => void;
}

export function useOrderKeys(keys: OrderKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !obey(event, latest.current)) return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

function obey(event: KeyboardEvent, keys: OrderKeys): boolean {
  const isMod = event.metaKey || event.ctrlKey;
  if (isMod && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "f") {
    keys.find();
    return true;
  }
  if (event.key === "Escape" && event.shiftKey && canCancel(keys.order)) {
    keys.stop();
    return true;
  }
  if (isMod || event.altKey || event.shiftKey || isTyping(event.target)) return false;
  if (event.key === "p") return pauseOrResume(keys);
  if (event.key === "z") {
    keys.enlarge();
    return true;
  }
  return /^[1-9]$/.test(event.key) && choose(Number(event.key), keys);
}

function pauseOrResume({ order, actions }: OrderKeys): boolean {
  if (actions.moving !== undefined) return false;
  if (isLive(order)) void actions.move("pause");
  else if (order.status === "paused") void actions.move("resume");
  else return false;
  return true;
}

/** Numbers answer a request while one is open, else they choose a tab. */
function choose(number: number, { hasRequest, show }: OrderKeys): boolean {
  if (hasRequest) {
    const button = document.querySelector<HTMLButtonElement>(`[data-request] [data-answer="${number}"]`);
    button?.click();
    return button !== null;
  }
  const tab = PANEL_TABS[number - 1]?.tab;
  if (tab !== undefined) show(tab);
  return tab !== undefined;
}
