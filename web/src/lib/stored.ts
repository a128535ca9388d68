import { useCallback, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
const parsed = new Map<string, { raw: string | null; value: unknown }>();

function read<T>(name: string, fallback: T): T {
  let raw: string | null = null;
  try {
    raw = localStorage.getItem(name);
  } catch {
    return fallback;
  }
  const known = parsed.get(name);
  if (known && known.raw === raw) return known.value as T;
  let value: unknown = fallback;
  try {
    value = raw === null ? fallback : JSON.parse(raw);
  } catch {
    value = fallback;
  }
  parsed.set(name, { raw, value });
  return value as T;
}

/** State that this browser remembers, the same in all its tabs. */
export function useStored<T>(name: string, fallback: T): [T, (value: T) => void] {
  const value = useSyncExternalStore(subscribe, () => read(name, fallback));
  const set = useCallback(
    (next: T) => {
      try {
        localStorage.setItem(name, JSON.stringify(next));
      } catch {
        parsed.set(name, { raw: null, value: next });
      }
      listeners.forEach((each) => each());
    },
    [name],
  );
  return [value, set];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
