/** Keys that do something. Single keys are off while typing and while a dialog is open. */
import { useEffect, useRef, useSyncExternalStore } from "react";

export interface Shortcut {
  /** `n`, `mod+k`, `shift+escape`, or two after one another: `g o`. */
  keys: string;
  label: string;
  group: string;
}

interface Registered extends Shortcut {
  run: (event: KeyboardEvent) => void;
}

let registered: Registered[] = [];
const listeners = new Set<() => void>();
const SEQUENCE_MS = 1200;
let prefix: { key: string; at: number } | null = null;

function publish(next: Registered[]): void {
  registered = next;
  listeners.forEach((each) => each());
}

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

/** `mod+shift+enter` of a pressed key. */
function pressed(event: KeyboardEvent): string {
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const key = event.key.toLowerCase();
  const isSign = key.length === 1 && !/[a-z0-9]/.test(key);
  return [mod && "mod", event.altKey && "alt", event.shiftKey && !isSign && "shift", key].filter(Boolean).join("+");
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select, [role=textbox], [role=combobox] input");
}

const isCovered = (): boolean => document.querySelector("[role=dialog][data-state=open], [role=menu], [role=listbox]") !== null;

function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const name = pressed(event);
  const isSingle = !/^(mod|alt)\+/.test(name);
  if (isSingle && (isTyping(event.target) || isCovered())) return;
  const sequence = prefix && Date.now() - prefix.at < SEQUENCE_MS ? `${prefix.key} ${name}` : null;
  const found = registered.findLast((each) => each.keys === sequence) ?? registered.findLast((each) => each.keys === name);
  prefix = found ? null : { key: name, at: Date.now() };
  if (!found) return;
  event.preventDefault();
  found.run(event);
}

export function useShortcutKeys(): void {
  useEffect(() => {
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, []);
}

/** The one that was added last wins: a page goes before the shell. */
export function useShortcut(keys: string, label: string, group: string, run: (event: KeyboardEvent) => void, isOn = true): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!isOn) return;
    const entry: Registered = { keys, label, group, run: (event) => latest.current(event) };
    publish([...registered, entry]);
    return () => publish(registered.filter((each) => each !== entry));
  }, [keys, label, group, isOn]);
}

export function useShortcutList(): readonly Shortcut[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => registered,
  );
}
