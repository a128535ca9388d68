/** Dark, light, or as the system has it. public/theme.js sets it before the first paint. */
import { useSyncExternalStore } from "react";

export type Theme = "system" | "dark" | "light";

const NAME = "shopfloor.theme";
const listeners = new Set<() => void>();

function read(): Theme {
  try {
    const stored = localStorage.getItem(NAME);
    return stored === "dark" || stored === "light" ? stored : "system";
  } catch {
    return "system";
  }
}

function apply(): void {
  const theme = read();
  const isLight = theme === "light" || (theme === "system" && matchMedia("(prefers-color-scheme: light)").matches);
  document.documentElement.dataset["theme"] = isLight ? "light" : "dark";
  listeners.forEach((each) => each());
}

export function setTheme(theme: Theme): void {
  if (theme === "system") localStorage.removeItem(NAME);
  else localStorage.setItem(NAME, theme);
  apply();
}

export function followSystemTheme(): void {
  matchMedia("(prefers-color-scheme: light)").addEventListener("change", apply);
  window.addEventListener("storage", (event) => {
    if (event.key === NAME) apply();
  });
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, read);

/** What is on screen now. */
export const useShownTheme = (): "dark" | "light" =>
  useSyncExternalStore(subscribe, () => (document.documentElement.dataset["theme"] === "light" ? "light" : "dark"));
