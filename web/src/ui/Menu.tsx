import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "@/lib/classes";
import { Kbd } from "./Kbd";

export function Menu({ trigger, align = "end", children }: { trigger: ReactNode; align?: "start" | "end"; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu pop" align={align} sideOffset={4} collisionPadding={8}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  keys?: string;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, keys, danger, disabled, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item className={cx("mi", danger && "bad")} disabled={disabled ?? false} onSelect={onSelect}>
      {icon}
      <span className="grow tr">{children}</span>
      {keys && <Kbd keys={keys} />}
    </Radix.Item>
  );
}

export const MenuLabel = ({ children }: { children: ReactNode }) => <Radix.Label className="mi-label">{children}</Radix.Label>;
export const MenuRule = () => <Radix.Separator className="mi-rule" />;

export const CheckMark = () => (
  <svg className="i" width="10" height="10" viewBox="0 0 24 24" aria-hidden>
    <path d="M20 6 9 17l-5-5" />
  </svg>
);
