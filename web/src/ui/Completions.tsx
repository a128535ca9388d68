import { FileText, SquareSlash } from "lucide-react";
import type { CSSProperties } from "react";
import { cx } from "@/lib/classes";
import type { Suggestion } from "./use-completion";

interface CompletionsProps {
  readonly id: string;
  readonly kind: "file" | "command";
  readonly suggestions: readonly Suggestion[];
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onChoose: (value: string) => void;
  readonly className: string;
  readonly style?: CSSProperties;
}

export function Completions({ id, kind, suggestions, active, onActive, onChoose, className, style }: CompletionsProps) {
  const Icon = kind === "file" ? FileText : SquareSlash;
  return (
    <ul className={cx("menu", className)} role="listbox" id={id} aria-label={kind === "file" ? "Files" : "Commands"} {...(style ? { style } : {})}>
      {suggestions.map((suggestion, index) => (
        <li
          key={suggestion.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={cx("mi", index === active && "on")}
          onMouseEnter={() => onActive(index)}
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(suggestion.value);
          }}
        >
          <Icon className="i t3" size={14} aria-hidden />
          <span className="tr">{suggestion.value}</span>
          {suggestion.hint !== undefined && <span className="t3 tr push">{suggestion.hint}</span>}
        </li>
      ))}
    </ul>
  );
}
