/** The keys of an order's page. */
import type { Order } from "@/client/models";
import { useShortcut } from "@/lib/shortcuts";
import { canCancel, isLive } from "@/ui/order-status";
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

const GROUP = "This order";

export function useOrderKeys({ order, actions, hasRequest, show, find, enlarge, stop }: OrderKeys): void {
  const isIdle = actions.moving === undefined;
  useShortcut("mod+f", "Find in conversation", GROUP, find);
  useShortcut("e", "Files", GROUP, () => show("files"));
  useShortcut("z", "Enlarge the panel", GROUP, enlarge);
  useShortcut("p", "Pause", GROUP, () => void actions.move("pause"), isIdle && isLive(order));
  useShortcut("p", "Resume", GROUP, () => void actions.move("resume"), isIdle && order.status === "paused");
  useShortcut("shift+escape", "Stop", GROUP, stop, canCancel(order));
  useNumber(1, hasRequest, show);
  useNumber(2, hasRequest, show);
  useNumber(3, hasRequest, show);
  useNumber(4, hasRequest, show);
  useNumber(5, hasRequest, show);
  useNumber(6, hasRequest, show);
}

/** Numbers answer a request while one is open, else they choose a tab. */
function useNumber(number: number, hasRequest: boolean, show: (tab: PaneTab) => void): void {
  const tab = PANEL_TABS[number - 1];
  const label = hasRequest ? `Answer ${number}` : (tab?.word ?? "");
  useShortcut(String(number), label, GROUP, () => {
    if (!hasRequest && tab !== undefined) show(tab.tab);
    else document.querySelector<HTMLButtonElement>(`[data-request] [data-answer="${number}"]`)?.click();
  });
}
