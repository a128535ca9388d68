import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useDebounced } from "@/lib/hooks";
import { useShortcut } from "@/lib/shortcuts";
import { Kbd } from "@/ui/Kbd";

/** What is typed is told when it settles; what comes from outside is shown, but never over what is being typed. */
export function TextFilter({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  const settled = useDebounced(text, 200);
  const agreed = useRef(value);
  const input = useRef<HTMLInputElement>(null);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  useEffect(() => {
    if (settled === agreed.current) return;
    agreed.current = settled;
    change.current(settled);
  }, [settled]);
  useEffect(() => {
    if (value === agreed.current) return;
    agreed.current = value;
    setText(value);
  }, [value]);
  useShortcut("/", "Filter", "List", () => input.current?.focus());
  return (
    <div className="input sm text-filter">
      <Search className="i" size={14} />
      <input
        ref={input}
        type="search"
        aria-label="Filter by title, branch or order id"
        placeholder="Title, branch, order id"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && (text ? setText("") : input.current?.blur())}
      />
      <Kbd keys="/" />
    </div>
  );
}
