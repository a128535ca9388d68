import { ChevronDown, ChevronUp } from "lucide-react";
import { useEffect, useRef } from "react";
import { IconButton } from "@/ui/Button";
import { useStickToEnd } from "../conversation/use-stick-to-end";

interface OutputProps {
  readonly text: string;
  readonly isOpen: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** What the program prints: its last line always, all of it where wanted. */
export function Output({ text, isOpen, onOpen }: OutputProps) {
  const lastLine = text.trimEnd().split("\n").at(-1) ?? "";
  return (
    <section className={`served-out ${isOpen ? "open" : ""}`} aria-label="Output">
      <div className="served-out-h">
        <b>Output</b>
        {!isOpen && <span className="mono xs t3 tr">{lastLine}</span>}
        <IconButton className="push" size="sm" label={isOpen ? "Hide the output" : "Show the output"} aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          {isOpen ? <ChevronDown className="i" size={14} /> : <ChevronUp className="i" size={14} />}
        </IconButton>
      </div>
      {isOpen && <Lines text={text} />}
    </section>
  );
}

function Lines({ text }: { readonly text: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLPreElement>(null);
  const { toEnd } = useStickToEnd(scroller, content);
  useEffect(toEnd, [toEnd]);
  return (
    <div ref={scroller} className="served-lines" tabIndex={0} role="log" aria-live="off" aria-label="What it printed">
      <pre ref={content}>{text === "" ? <span className="t3">Nothing printed yet.</span> : text}</pre>
    </div>
  );
}
