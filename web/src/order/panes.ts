/** What the order's page can show beside, over or instead of the conversation. */
import { useSyncExternalStore } from "react";
import type { PanelTab } from "./order-context";

export type PaneTab = "chat" | PanelTab;

export const PANEL_TABS: readonly { readonly tab: PanelTab; readonly word: string; readonly short: string }[] = [
  { tab: "progress", word: "Progress", short: "Progress" },
  { tab: "changes", word: "Changes", short: "Changes" },
  { tab: "pull-request", word: "Pull request", short: "PR" },
  { tab: "logs", word: "Logs", short: "Logs" },
  { tab: "files", word: "Files", short: "Files" },
  { tab: "preview", word: "Preview", short: "Preview" },
];

export function isPaneTab(tab: unknown): tab is PaneTab {
  return tab === "chat" || PANEL_TABS.some((each) => each.tab === tab);
}

/** Beside the conversation where there is room, else over it, else instead of it. */
export type Arrangement = "beside" | "over" | "instead";

const BESIDE = 1100;
const OVER = 900;

export function useArrangement(): Arrangement {
  const width = useSyncExternalStore(subscribe, () => window.innerWidth);
  return width >= BESIDE ? "beside" : width >= OVER ? "over" : "instead";
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}
