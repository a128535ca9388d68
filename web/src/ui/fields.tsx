import { Checkbox as RadixCheckbox, Switch as RadixSwitch } from "radix-ui";
import { type ReactNode, useId } from "react";
import { cx } from "@/lib/classes";
import { CheckMark } from "./Menu";

export function Checkbox({ checked, onChange, label }: { checked: boolean | "indeterminate"; onChange: (on: boolean) => void; label: string }) {
  return (
    <RadixCheckbox.Root
      className={cx("check", checked && "on")}
      checked={checked}
      onCheckedChange={(on) => onChange(on === true)}
      aria-label={label}
    >
      <RadixCheckbox.Indicator>{checked === "indeterminate" ? <span className="dash" /> : <CheckMark />}</RadixCheckbox.Indicator>
    </RadixCheckbox.Root>
  );
}

export function Switch({ checked, onChange, label, disabled }: { checked: boolean; onChange: (on: boolean) => void; label: string; disabled?: boolean }) {
  return (
    <RadixSwitch.Root className={cx("switch", checked && "on")} checked={checked} onCheckedChange={onChange} aria-label={label} disabled={disabled ?? false} />
  );
}

export interface SegmentedProps<T extends string> {
  value: T;
  onChange: (value: T) => void;
  label: string;
  choices: { value: T; label: ReactNode }[];
}

export function Segmented<T extends string>({ value, onChange, label, choices }: SegmentedProps<T>) {
  return (
    <div className="seg" role="group" aria-label={label}>
      {choices.map((choice) => (
        <button key={choice.value} type="button" className={cx(choice.value === value && "on")} aria-pressed={choice.value === value} onClick={() => onChange(choice.value)}>
          {choice.label}
        </button>
      ))}
    </div>
  );
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  aside?: ReactNode;
  below?: ReactNode;
  problem?: string | null;
  children: (ids: { id: string; "aria-describedby"?: string; "aria-invalid"?: true }) => ReactNode;
}

/** A labelled control: hint beside the label, help or what is wrong below. */
export function Field({ label, hint, aside, below, problem, children }: FieldProps) {
  const id = useId();
  const describes = problem || below ? { "aria-describedby": `${id}-below` } : {};
  return (
    <div className="col">
      <div className="fl">
        <label htmlFor={id}>{label}</label>
        {hint && <span className="h">{hint}</span>}
        {aside && <span className="push h row g6">{aside}</span>}
      </div>
      {children({ id, ...describes, ...(problem ? { "aria-invalid": true } : {}) })}
      {(problem || below) && (
        <div id={`${id}-below`} className={cx("xs below", problem ? "bad" : "t3")} role={problem ? "alert" : undefined}>
          {problem ?? below}
        </div>
      )}
    </div>
  );
}
