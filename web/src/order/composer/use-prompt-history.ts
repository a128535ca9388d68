/** What was typed before in this browser, recalled with the arrow keys in an empty box. */
import { useRef, useState } from "react";
import { useStored } from "@/lib/stored";

const MOST = 50;

export function usePromptHistory() {
  const [kept, setKept] = useStored<string[]>("shopfloor.prompt-history", []);
  const at = useRef(-1);
  const [isBrowsing, setBrowsing] = useState(false);
  const go = (index: number): string | undefined => {
    if (index >= kept.length) return undefined;
    at.current = Math.max(-1, index);
    setBrowsing(at.current >= 0);
    return at.current < 0 ? "" : kept[at.current];
  };
  return {
    isBrowsing,
    earlier: () => go(at.current + 1),
    later: () => (at.current < 0 ? undefined : go(at.current - 1)),
    stop: () => {
      at.current = -1;
      setBrowsing(false);
    },
    remember: (text: string) => {
      at.current = -1;
      setBrowsing(false);
      const trimmed = text.trim();
      if (trimmed !== "") setKept([trimmed, ...kept.filter((each) => each !== trimmed)].slice(0, MOST));
    },
  };
}
