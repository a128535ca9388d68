/** What the page in front offers to the command palette. */
import { useEffect, useSyncExternalStore } from "react";

export interface PaletteAction {
  id: string;
  label: string;
  keys?: string;
  run: () => void;
}

let offered: { group: string; actions: PaletteAction[] } | null = null;
const listeners = new Set<() => void>();

function publish(next: typeof offered): void {
  offered = next;
  listeners.forEach((each) => each());
}

/** Give a stable array: it is offered while the page is shown. */
export function useOfferActions(group: string, actions: PaletteAction[]): void {
  useEffect(() => {
    publish({ group, actions });
    return () => publish(null);
  }, [group, actions]);
}

export const useOfferedActions = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offered,
  );
