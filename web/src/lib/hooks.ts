import { useEffect, useState, useSyncExternalStore } from "react";

/** The time, in steps. One timer for all that ask for the same step. */
const clocks = new Map<number, { now: number; timer: number; listeners: Set<() => void> }>();

function clockOf(step: number) {
  let clock = clocks.get(step);
  if (!clock) {
    clock = { now: Date.now(), timer: 0, listeners: new Set() };
    clocks.set(step, clock);
  }
  return clock;
}

export function useNow(step = 1000): number {
  return useSyncExternalStore(
    (listener) => {
      const clock = clockOf(step);
      if (clock.listeners.size === 0) {
        clock.now = Date.now();
        clock.timer = window.setInterval(() => {
          clock.now = Date.now();
          clock.listeners.forEach((each) => each());
        }, step);
      }
      clock.listeners.add(listener);
      return () => {
        clock.listeners.delete(listener);
        if (clock.listeners.size === 0) window.clearInterval(clock.timer);
      };
    },
    () => clockOf(step).now,
  );
}

/** true once `wait` ms went by: skeletons do not flash. */
export function useDelayed(wait = 150): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setDue(true), wait);
    return () => window.clearTimeout(timer);
  }, [wait]);
  return due;
}

export function useDebounced<T>(value: T, wait = 250): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), wait);
    return () => window.clearTimeout(timer);
  }, [value, wait]);
  return settled;
}

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => window.matchMedia(query).matches,
  );
}

/** The tab's title while a page is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    window.dispatchEvent(new CustomEvent("shopfloor:title", { detail: title }));
  }, [title]);
}
