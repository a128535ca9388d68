/** What should be done, with `/command` and `@file` completion from the repository. */
import { useLayoutEffect, useRef, useState } from "react";
import { caretPlace } from "@/lib/caret-place";
import { Completions } from "@/ui/Completions";
import { Field } from "@/ui/fields";
import { Kbd } from "@/ui/Kbd";
import { useCompletion } from "@/ui/use-completion";

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
  const [caret, setCaret] = useState(0);
  const [moved, setMoved] = useState<number | null>(null);
  const completion = useCompletion({
    text: value,
    caret,
    repository: { url: repository, ref: base },
    onComplete: (text, at) => {
      onChange(text);
      setCaret(at);
      setMoved(at);
    },
  });
  useLayoutEffect(() => {
    if (moved === null) return;
    area.current?.setSelectionRange(moved, moved);
    setMoved(null);
  }, [moved]);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      onSubmit();
    } else {
      completion.onKey(event);
    }
  };
  const place = completion.list && area.current ? caretPlace(area.current, completion.start) : null;
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
            {...completion.aria}
            onChange={(event) => {
              onChange(event.target.value);
              setCaret(event.target.selectionStart);
            }}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
            onBlur={completion.dismiss}
            onKeyDown={onKeyDown}
          />
          {completion.list && place && <Completions {...completion.list} className="complete" style={{ left: Math.min(place.left, (area.current?.clientWidth ?? 400) - 300), top: place.top + 4 }} />}
        </div>
      )}
    </Field>
  );
}
