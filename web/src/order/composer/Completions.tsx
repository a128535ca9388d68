import { useQuery } from "@tanstack/react-query";
import { FileText, SquareSlash } from "lucide-react";
import { useMemo } from "react";
import { useDebounced } from "@/lib/hooks";
import { useOrderPage } from "../order-context";
import { repositoryCommandsQuery, repositoryFilesQuery } from "../order-queries";
import type { Completing } from "./completion";

const MOST = 8;

export interface Suggestion {
  readonly value: string;
  readonly hint: string | undefined;
}

export function useSuggestions(completing: Completing | undefined): readonly Suggestion[] {
  const { order } = useOrderPage();
  const query = useDebounced(completing?.query ?? "", 80);
  const files = useQuery({ ...repositoryFilesQuery(order, query), enabled: completing?.kind === "file", placeholderData: (before) => before });
  const commands = useQuery({ ...repositoryCommandsQuery(order), enabled: completing?.kind === "command" });
  return useMemo(() => {
    if (completing?.kind === "file") return (files.data ?? []).slice(0, MOST).map((value) => ({ value, hint: undefined }));
    if (completing?.kind !== "command") return [];
    const wanted = completing.query.toLowerCase();
    return (commands.data ?? [])
      .filter((command) => command.name.toLowerCase().includes(wanted))
      .slice(0, MOST)
      .map((command) => ({ value: command.name, hint: command.description ?? undefined }));
  }, [completing, files.data, commands.data]);
}

interface CompletionsProps {
  readonly id: string;
  readonly kind: Completing["kind"];
  readonly suggestions: readonly Suggestion[];
  readonly active: number;
  readonly onChoose: (value: string) => void;
}

export function Completions({ id, kind, suggestions, active, onChoose }: CompletionsProps) {
  const Icon = kind === "file" ? FileText : SquareSlash;
  return (
    <ul className="menu completions" role="listbox" id={id} aria-label={kind === "file" ? "Files" : "Commands"}>
      {suggestions.map((suggestion, index) => (
        <li
          key={suggestion.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={`mi ${index === active ? "on" : ""}`}
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(suggestion.value);
          }}
        >
          <Icon className="i" size={13} aria-hidden />
          <span className="tr">{suggestion.value}</span>
          {suggestion.hint !== undefined && <span className="t3 tr push">{suggestion.hint}</span>}
        </li>
      ))}
    </ul>
  );
}
