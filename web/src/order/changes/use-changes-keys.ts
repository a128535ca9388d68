/** J and K go from file to file, V marks one as viewed, C comments, Mod-Shift-Enter sends the review. */
import { useShortcut } from "@/lib/shortcuts";
import type { ChangedFile } from "./FileDiff";

interface ChangesKeys {
  readonly files: readonly ChangedFile[];
  readonly current: string | undefined;
  readonly show: (path: string) => void;
  readonly toggleViewed: (file: ChangedFile) => void;
  readonly comment: (file: ChangedFile) => void;
  readonly send: () => void;
}

const GROUP = "Changes";

export function useChangesKeys({ files, current, show, toggleViewed, comment, send }: ChangesKeys): void {
  const at = files.findIndex((file) => file.path === current);
  const here = files[Math.max(0, at)];
  const go = (index: number) => {
    const file = files[Math.min(files.length - 1, Math.max(0, index))];
    if (file !== undefined) show(file.path);
  };
  useShortcut("j", "Next file", GROUP, () => go(at + 1));
  useShortcut("k", "Previous file", GROUP, () => go(at - 1));
  useShortcut("v", "Viewed", GROUP, () => here && toggleViewed(here));
  useShortcut("c", "Comment", GROUP, () => here && comment(here));
  useShortcut("f", "Filter files", GROUP, () => document.querySelector<HTMLInputElement>("[data-filter]")?.focus());
  useShortcut("mod+shift+enter", "Send review", GROUP, send);
}
