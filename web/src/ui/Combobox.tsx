/** A text field with suggestions: what is typed counts, what is picked is typed. */
import { type ReactNode, useId, useRef, useState } from "react";
import { cx } from "@/lib/classes";

export interface Suggestion {
  value: string;
  label: ReactNode;
  hint?: string | null;
  group?: string;
}

interface ComboboxProps {
  id?: string;
  value: string;
  /** What stands for the value while it is not being edited. */
  display?: string | undefined;
  onChange: (value: string) => void;
  suggestions: Suggestion[];
  label: string;
  placeholder?: string;
  icon?: ReactNode;
  after?: ReactNode;
  mono?: boolean;
  invalid?: boolean;
  autoFocus?: boolean;
  describedBy?: string | undefined;
}

export function Combobox({ id, value, display, onChange, suggestions, label, placeholder, icon, after, mono, invalid, autoFocus, describedBy }: ComboboxProps) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [isEdited, setEdited] = useState(false);
  const [at, setAt] = useState(-1);
  const frame = useRef<HTMLDivElement>(null);
  const isShown = isOpen && suggestions.length > 0;
  const pick = (suggestion: Suggestion | undefined) => {
    if (suggestion) onChange(suggestion.value);
    setOpen(false);
    setAt(-1);
  };
  const move = (step: number) => {
    setOpen(true);
    setAt((at + step + suggestions.length + (at < 0 && step < 0 ? 1 : 0)) % Math.max(1, suggestions.length));
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && isShown && at >= 0) {
      event.preventDefault();
      pick(suggestions[at]);
    } else if (event.key === "Escape" && isShown) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <div className="combo" ref={frame} onBlur={(event) => !frame.current?.contains(event.relatedTarget) && setOpen(false)}>
      <div className="input" aria-invalid={invalid || undefined}>
        {icon}
        <input
          id={id}
          role="combobox"
          aria-label={label}
          aria-expanded={isShown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          aria-activedescendant={isShown && at >= 0 ? `${listId}-${at}` : undefined}
          className={cx(mono && "mono")}
          autoComplete="off"
          spellCheck={false}
          autoFocus={autoFocus}
          value={isEdited ? value : (display ?? value)}
          onFocus={() => setEdited(true)}
          onBlur={() => setEdited(false)}
          placeholder={placeholder}
          onChange={(event) => {
            onChange(event.target.value);
            setOpen(true);
            setAt(-1);
          }}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
        {after}
      </div>
      {isShown && (
        <ul className="menu combo-list scrolls" role="listbox" id={listId} aria-label={`${label}: suggestions`}>
          {suggestions.map((suggestion, index) => (
            <li
              key={suggestion.value}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === at}
              className={cx("mi", index === at && "on")}
              onMouseEnter={() => setAt(index)}
              onMouseDown={(event) => {
                event.preventDefault();
                pick(suggestion);
              }}
            >
              <span className="tr">{suggestion.label}</span>
              {suggestion.hint && <span className="t3 push tr">{suggestion.hint}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
