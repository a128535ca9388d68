/** What should be done, with `/command` and `@file` completion from the repository. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileText, SquareSlash } from "lucide-react";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { commandsQuery, filesQuery } from "@/client/choices";
import { cx } from "@/lib/classes";
import { useDebounced } from "@/lib/hooks";
import { Field } from "@/ui/fields";
import { Kbd } from "@/ui/Kbd";
import { caretPlace, completed, type Wanted, wantedAt } from "./completion";

interface PromptFieldProps {
  value: string;
  onChange: (value: string) => void;
  repository: string;
  base: string;
  problem: string | null;
  onSubmit: () => void;
}

export function PromptField({ value, onChange, repository, base, problem, onSubmit }: PromptFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [at, setAt] = useState(0);
  const [caret, setCaret] = useState<number | null>(null);
  const choices = useChoices(wanted, repository, base);
  const isShown = wanted !== null && choices.length > 0;
  const look = () => {
    const field = area.current;
    setWanted(field && field.selectionStart === field.selectionEnd ? wantedAt(field.value, field.selectionStart) : null);
    setAt(0);
  };
  const take = (choice: string | undefined) => {
    if (!wanted || choice === undefined) return;
    const next = completed(value, wanted, choice);
    onChange(next.value);
    setCaret(next.caret);
    setWanted(null);
  };
  useLayoutEffect(() => {
    if (caret === null) return;
    area.current?.setSelectionRange(caret, caret);
    setCaret(null);
  }, [caret]);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      onSubmit();
    } else if (isShown) {
      steer(event, { at, count: choices.length, setAt, take: () => take(choices[at]?.value), close: () => setWanted(null) });
    }
  };
  const place = isShown && area.current ? caretPlace(area.current, wanted.from) : null;
  return (
    <Field
      label="What should be done?"
      problem={problem}
      aside={
        <>
          Commands <Kbd keys="/" /> Files <Kbd keys="@" />
        </>
      }
    >
      {(ids) => (
        <div className="input area prompt">
          <textarea
            {...ids}
            ref={area}
            rows={6}
            value={value}
            placeholder="Describe the change as you would to a colleague. Name files with @, commands with /."
            aria-autocomplete="list"
            aria-controls={isShown ? listId : undefined}
            aria-activedescendant={isShown ? `${listId}-${at}` : undefined}
            onChange={(event) => {
              onChange(event.target.value);
              look();
            }}
            onKeyUp={(event) => /^(Arrow(Left|Right)|Home|End)$/.test(event.key) && look()}
            onClick={look}
            onBlur={() => setWanted(null)}
            onKeyDown={onKeyDown}
          />
          {isShown && place && (
            <ul className="menu complete" id={listId} role="listbox" aria-label="Completions" style={{ left: Math.min(place.left, (area.current?.clientWidth ?? 400) - 300), top: place.top + 4 }}>
              {choices.map((choice, index) => (
                <li
                  key={choice.value}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  className={cx("mi", index === at && "on")}
                  onMouseEnter={() => setAt(index)}
                  onMouseDown={(event) => {
                    event.preventDefault();
                    take(choice.value);
                  }}
                >
                  {wanted.kind === "file" ? <FileText className="i t3" size={14} /> : <SquareSlash className="i t3" size={14} />}
                  <span className="tr">{choice.value}</span>
                  {choice.hint && <span className="t3 tr push">{choice.hint}</span>}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Field>
  );
}

interface Steering {
  at: number;
  count: number;
  setAt: (at: number) => void;
  take: () => void;
  close: () => void;
}

function steer(event: React.KeyboardEvent, { at, count, setAt, take, close }: Steering): void {
  const deeds: Record<string, () => void> = {
    ArrowDown: () => setAt((at + 1) % count),
    ArrowUp: () => setAt((at - 1 + count) % count),
    Enter: take,
    Tab: take,
    Escape: close,
  };
  const deed = deeds[event.key];
  if (!deed) return;
  event.preventDefault();
  event.stopPropagation();
  deed();
}

function useChoices(wanted: Wanted | null, repository: string, base: string): { value: string; hint: string | null }[] {
  const text = useDebounced(wanted?.text ?? "", 120);
  const files = useQuery({ ...filesQuery(repository, text, base), enabled: wanted?.kind === "file" && repository.length > 1, placeholderData: keepPreviousData });
  const commands = useQuery({ ...commandsQuery(repository), enabled: wanted?.kind === "command" && repository.length > 1 });
  if (wanted?.kind === "file") return (files.data ?? []).map((path) => ({ value: path, hint: null }));
  if (wanted?.kind !== "command") return [];
  const fitting = (commands.data ?? []).filter((command) => !command.error && command.name.includes(wanted.text));
  return fitting.slice(0, 8).map((command) => ({ value: command.name, hint: command.description }));
}
