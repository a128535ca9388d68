/** One of a few options that deserve a sentence. What cannot be chosen says why, and can still be reached. */
import type { ReactNode } from "react";
import { cx } from "@/lib/classes";

interface OptionCardProps {
  name: string;
  value: string;
  checked: boolean;
  onChange: () => void;
  title: ReactNode;
  tag?: ReactNode;
  text: ReactNode;
  isOff?: boolean;
}

export function OptionCard({ name, value, checked, onChange, title, tag, text, isOff }: OptionCardProps) {
  return (
    <label className={cx("opt", checked && "on", isOff && "off")}>
      <input type="radio" className="sr-only" name={name} value={value} checked={checked} aria-disabled={isOff || undefined} onChange={() => !isOff && onChange()} />
      <span className="ot">
        {title}
        {tag && <span className="push">{tag}</span>}
      </span>
      <span className="od">{text}</span>
    </label>
  );
}
