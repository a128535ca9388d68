import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, useState, type ReactNode } from "react";

interface FoldProps {
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  readonly children: () => ReactNode;
}

/** One quiet row that opens. What is inside is drawn only then. */
export function Fold({ title, aside, children }: FoldProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <div>
      <button type="button" className="fold" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Chevron className="i" size={13} aria-hidden />
        <b>{title}</b>
        {!open && aside !== undefined && <span className="tr">{aside}</span>}
      </button>
      <div id={id} hidden={!open}>
        {open && children()}
      </div>
    </div>
  );
}
