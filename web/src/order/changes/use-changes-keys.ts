/** J and K go from file to file, V marks one as viewed, C comments, Mod-Shift-Enter sends the review. */
import { useEffect, useRef } from "react";
import { isTyping } from "../keyboard";
import type { ChangedFile } from "./FileDiff";

interface ChangesKeys {
  readonly files: readonly ChangedFile[];
  readonly current: string | undefined;
  readonly show: (path: string) => void;
  readonly toggleViewed: (file: ChangedFile) => void;
  readonly comment: (file: ChangedFile) => void;
  readonly send: () => void;
}

export function useChangesKeys(keys: ChangesKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { files, current, show, toggleViewed, comment, send } = latest.current;
      if (event.key === "Enter" && event.shiftKey && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        send();
        return;
      }
      if (isTyping(event.target) || event.metaKey || event.ctrlKey || event.altKey) return;
      const at = files.findIndex((file) => file.path === current);
      const here = files[Math.max(0, at)];
      const moves: Record<string, () => void> = {
        j: () => show(files[Math.min(files.length - 1, at + 1)]?.path ?? ""),
        k: () => show(files[Math.max(0, at - 1)]?.path ?? ""),
        v: () => here && toggleViewed(here),
        c: () => here && comment(here),
        f: () => document.querySelector<HTMLInputElement>("[data-filter]")?.focus(),
      };
      const move = moves[event.key];
      if (move === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      move();
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, []);
}
