import { ArrowBigUp, CornerDownLeft } from "lucide-react";
import type { ReactNode } from "react";

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

const SIGNS: Record<string, ReactNode> = {
  mod: isMac ? "⌘" : "Ctrl",
  shift: <ArrowBigUp className="i" size={11} aria-label="Shift" />,
  enter: <CornerDownLeft className="i" size={11} aria-label="Enter" />,
  esc: "Esc",
  escape: "Esc",
  arrowup: "↑",
  up: "↑",
};

/** `mod+k`, `g o`: the keys as they are drawn. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className="kbds">
      {keys.split(/[+ ]/).map((key, index) => (
        <kbd key={index}>{SIGNS[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key)}</kbd>
      ))}
    </span>
  );
}
