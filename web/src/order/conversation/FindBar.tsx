import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { IconButton } from "@/ui/Button";

interface FindBarProps {
  readonly wanted: string;
  readonly onWanted: (text: string) => void;
  readonly at: number;
  readonly count: number;
  readonly onStep: (step: 1 | -1) => void;
  readonly onClose: () => void;
}

export function FindBar({ wanted, onWanted, at, count, onStep, onClose }: FindBarProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const result = wanted.trim() === "" ? "" : count === 0 ? "Nothing found" : `${at + 1} of ${count}`;
  return (
    <search className="findbar">
      <Search className="i t3" size={13} aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label="Find in conversation"
        placeholder="Find in conversation"
        value={wanted}
        autoFocus
        onChange={(event) => onWanted(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onStep(event.shiftKey ? -1 : 1);
          if (event.key === "Escape") onClose();
          if (event.key === "Enter" || event.key === "Escape") event.preventDefault();
          event.stopPropagation();
        }}
      />
      <span className="xs t3 num nw" role="status">{result}</span>
      <IconButton label="Earlier" size="sm" disabled={count === 0} onClick={() => onStep(-1)}><ChevronUp className="i" size={13} /></IconButton>
      <IconButton label="Later" size="sm" disabled={count === 0} onClick={() => onStep(1)}><ChevronDown className="i" size={13} /></IconButton>
      <IconButton label="Close" size="sm" onClick={onClose}><X className="i" size={13} /></IconButton>
    </search>
  );
}
