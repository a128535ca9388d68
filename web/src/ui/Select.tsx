import { ChevronsUpDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "@/lib/classes";

export interface Choice {
  value: string;
  label: ReactNode;
  text?: string;
  hint?: string | undefined;
  disabled?: boolean;
}

export interface ChoiceGroup {
  label?: string;
  choices: Choice[];
}

interface SelectProps {
  value: string;
  onChange: (value: string) => void;
  groups: ChoiceGroup[];
  label: string;
  placeholder?: string;
  id?: string;
  icon?: ReactNode;
  small?: boolean;
  disabled?: boolean;
  className?: string;
}

const NONE = "\u0000none";

/** A native-feeling select. The empty value is a choice like any other. */
export function Select({ value, onChange, groups, label, placeholder, id, icon, small, disabled, className }: SelectProps) {
  return (
    <Radix.Root value={value === "" ? NONE : value} onValueChange={(next) => onChange(next === NONE ? "" : next)} disabled={disabled ?? false}>
      <Radix.Trigger className={cx("input select", small && "sm", className)} aria-label={label} {...(id ? { id } : {})}>
        {icon}
        <span className="grow tr text-left">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon asChild>
          <ChevronsUpDown className="i t3" size={13} />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu pop select-pop" position="popper" sideOffset={4} collisionPadding={8}>
          <Radix.Viewport>
            {groups.map((group, index) => (
              <Radix.Group key={group.label ?? index}>
                {group.label && <Radix.Label className="mi-label">{group.label}</Radix.Label>}
                {group.choices.map((choice) => (
                  <Radix.Item
                    key={choice.value}
                    value={choice.value === "" ? NONE : choice.value}
                    className="mi"
                    disabled={choice.disabled ?? false}
                    {...(choice.text ? { textValue: choice.text } : {})}
                  >
                    <Radix.ItemText>{choice.label}</Radix.ItemText>
                    {choice.hint && <span className="t3 push tr">{choice.hint}</span>}
                  </Radix.Item>
                ))}
              </Radix.Group>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
