/** What the page calls itself; the shell makes the tab's title of it. */
import { useEffect, useSyncExternalStore } from "react";

let current = "";
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useTitle(title: string): void {
  useEffect(() => {
    current = title;
    listeners.forEach((each) => each());
  }, [title]);
}

export const usePageTitle = (): string => useSyncExternalStore(subscribe, () => current);
