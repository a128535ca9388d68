import { useEffect, useState, useSyncExternalStore } from "react";

/** The time, in steps. One timer for all that ask for the same step. */
class Clock {
  readonly #step: number;
  readonly #listeners = new Set<() => void>();
  #now = Date.now();
  #timer = 0;

  constructor(step: number) {
    this.#step = step;
  }

  readonly now = (): number => this.#now;

  /** One function for good: React asks again whenever it is given another, and would be told a new time each time. */
  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#start();
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) window.clearInterval(this.#timer);
    };
  };

  #start(): void {
    this.#now = Date.now();
    this.#timer = window.setInterval(() => {
      this.#now = Date.now();
      this.#listeners.forEach((each) => each());
    }, this.#step);
  }
}

const clocks = new Map<number, Clock>();

function clockOf(step: number): Clock {
  let clock = clocks.get(step);
  if (!clock) {
    clock = new Clock(step);
    clocks.set(step, clock);
  }
  return clock;
}

export function useNow(step = 1000): number {
  const clock = clockOf(step);
  return useSyncExternalStore(clock.subscribe, clock.now);
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
