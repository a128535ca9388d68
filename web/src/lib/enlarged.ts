/** A page that wants the whole width for itself says so; the sidebar becomes a rail meanwhile. */
import { useEffect, useSyncExternalStore } from "react";

let isEnlarged = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isEnlarged = next;
  listeners.forEach((each) => each());
}

export function useEnlarge(enlarged: boolean): void {
  useEffect(() => {
    set(enlarged);
    return () => set(false);
  }, [enlarged]);
}

export function useIsEnlarged(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isEnlarged,
  );
}
