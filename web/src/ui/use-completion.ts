/** `@file` and `/command` completion for a text area, from what the repository has. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from "react";
import { commandsQuery, filesQuery } from "@/client/choices";
import { completed, type Completing, completingAt } from "@/lib/completion";
import { useDebounced } from "@/lib/hooks";

const MOST = 8;

export interface Suggestion {
  readonly value: string;
  readonly hint: string | undefined;
}

interface Repository {
  readonly url: string;
  /** The branch whose files count; the default one where it is empty. */
  readonly ref: string;
}

interface CompletionOptions {
  readonly text: string;
  readonly caret: number;
  readonly repository: Repository;
  readonly onComplete: (text: string, caret: number) => void;
}

export function useCompletion({ text, caret, repository, onComplete }: CompletionOptions) {
  const listId = useId();
  const [active, setActive] = useState(0);
  const [dismissedText, setDismissedText] = useState<string>();
  const completing = dismissedText === text ? undefined : completingAt(text, caret);
  const suggestions = useSuggestions(completing, repository);
  const isOpen = completing !== undefined && suggestions.length > 0;
  useEffect(() => setActive(0), [completing?.query, completing?.kind]);

  const choose = (value: string | undefined) => {
    if (completing === undefined || value === undefined) return;
    const next = completed(text, caret, completing, value);
    onComplete(next.text, next.caret);
  };
  const dismiss = () => setDismissedText(text);
  /** True where the key was meant for the list. */
  const onKey = (event: KeyboardEvent): boolean => {
    const moves: Record<string, () => void> = {
      ArrowDown: () => setActive((active + 1) % suggestions.length),
      ArrowUp: () => setActive((active - 1 + suggestions.length) % suggestions.length),
      Enter: () => choose(suggestions[active]?.value),
      Tab: () => choose(suggestions[active]?.value),
      Escape: dismiss,
    };
    const move = moves[event.key];
    if (!isOpen || move === undefined || (event.key === "Enter" && event.shiftKey)) return false;
    event.preventDefault();
    event.stopPropagation();
    move();
    return true;
  };
  const list = isOpen ? { id: listId, kind: completing.kind, suggestions, active, onActive: setActive, onChoose: choose } : undefined;
  const aria = { "aria-autocomplete": "list" as const, ...(isOpen ? { "aria-controls": listId, "aria-activedescendant": `${listId}-${active}` } : {}) };
  return { list, start: completing?.start ?? 0, aria, onKey, dismiss };
}

function useSuggestions(completing: Completing | undefined, { url, ref }: Repository): readonly Suggestion[] {
  const query = useDebounced(completing?.query ?? "", 100);
  const files = useQuery({ ...filesQuery(url, query, ref), enabled: completing?.kind === "file" && url.length > 1, placeholderData: keepPreviousData });
  const commands = useQuery({ ...commandsQuery(url), enabled: completing?.kind === "command" && url.length > 1 });
  return useMemo(() => {
    if (completing?.kind === "file") return (files.data ?? []).slice(0, MOST).map((value) => ({ value, hint: undefined }));
    if (completing?.kind !== "command") return [];
    const wanted = completing.query.toLowerCase();
    return (commands.data ?? [])
      .filter((command) => !command.error && command.name.toLowerCase().includes(wanted))
      .slice(0, MOST)
      .map((command) => ({ value: command.name, hint: command.description ?? undefined }));
  }, [completing?.kind, completing?.query, files.data, commands.data]);
}
