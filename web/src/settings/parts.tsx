import { Copy } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { IconButton } from "@/ui/Button";

export function Heading({ title, text, aside }: { title: string; text: string; aside?: ReactNode }) {
  return (
    <div className="set-h">
      <div className="grow">
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      {aside}
    </div>
  );
}

export function Row({ name, text, end, children }: { name: ReactNode; text?: ReactNode; end?: boolean; children: ReactNode }) {
  return (
    <div className="srow">
      <div>
        <div className="k">{name}</div>
        {text && <div className="d">{text}</div>}
      </div>
      <div className={end ? "v end" : "v"}>{children}</div>
    </div>
  );
}

/** A command to take along. */
export function CopyLine({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <span className="copyline">
      <span className="tr grow">{text}</span>
      <IconButton label={isCopied ? "Copied" : "Copy"} size="sm" onClick={() => void copy()}>
        <Copy className="i" size={13} />
      </IconButton>
    </span>
  );
}

interface TextSettingProps {
  label: string;
  value: string;
  placeholder?: string;
  suffix?: string;
  inputMode?: "numeric" | "decimal" | "text";
  /** What is wrong with a text; such a one is not saved. */
  problemOf?: (text: string) => string | null;
  onSave: (value: string) => void;
}

/** Saved when it is left, or with Enter. */
export function TextSetting({ label, value, placeholder, suffix, inputMode, problemOf, onSave }: TextSettingProps) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setText(value);
  }
  const problem = problemOf?.(text.trim()) ?? null;
  const problemId = useId();
  const save = () => text.trim() !== value && problem === null && onSave(text.trim());
  return (
    <div>
      <div className="input">
        <input
          aria-label={label}
          {...(problem ? { "aria-invalid": true, "aria-describedby": problemId } : {})}
          value={text}
          placeholder={placeholder}
          inputMode={inputMode}
          onChange={(event) => setText(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.currentTarget.blur();
            if (event.key === "Escape") setText(value);
          }}
        />
        {suffix && <span className="t3">{suffix}</span>}
      </div>
      {problem && (
        <p id={problemId} className="xs bad below" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
