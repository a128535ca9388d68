/** What every part of the order's page may need. */
import { createContext, useContext, useSyncExternalStore } from "react";
import type { Order } from "@/client/models";
import type { ConversationView } from "./conversation/conversation";
import type { ConversationStore } from "./conversation/conversation-store";
import type { OrderActions } from "./use-order-actions";

export type PanelTab = "progress" | "changes" | "pull-request" | "logs" | "files" | "preview";

export interface OrderPageContext {
  readonly order: Order;
  readonly agentName: string;
  readonly store: ConversationStore;
  readonly actions: OrderActions;
  /** Shows a tab of the panel; a commit to look at may be named. */
  readonly showTab: (tab: PanelTab, commit?: string) => void;
}

export const OrderContext = createContext<OrderPageContext | undefined>(undefined);

export function useOrderPage(): OrderPageContext {
  const context = useContext(OrderContext);
  if (context === undefined) throw new Error("Only inside an order's page.");
  return context;
}

export function useConversation(): ConversationView {
  const { store } = useOrderPage();
  return useSyncExternalStore(store.subscribe, store.view);
}
