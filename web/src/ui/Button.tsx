import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { cx } from "@/lib/classes";
import { Kbd } from "./Kbd";
import { Tooltip } from "./Tooltip";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: "plain" | "primary" | "ghost" | "danger";
  size?: "sm" | "md" | "lg";
  icon?: ReactNode;
  keys?: string;
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

const SIZES = { sm: "sm", md: "", lg: "lg" };

export function Button({ variant = "plain", size = "md", icon, keys, busy, className, children, ...rest }: ButtonProps) {
  const names = cx("btn", variant !== "plain" && variant, SIZES[size], className);
  return (
    <button type="button" {...rest} className={names} disabled={rest.disabled || busy} aria-busy={busy || undefined}>
      {busy ? <Spinner /> : icon}
      {children}
      {keys && <Kbd keys={keys} />}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, "icon" | "keys" | "children"> {
  label: string;
  keys?: string;
  children: ReactNode;
}

/** A button with only an icon: its label is its tooltip. */
export function IconButton({ label, keys, variant = "ghost", size = "md", className, busy, children, ...rest }: IconButtonProps) {
  const names = cx("btn icon", variant !== "plain" && variant, SIZES[size], className);
  return (
    <Tooltip text={label} keys={keys}>
      <button type="button" aria-label={label} {...rest} className={names} disabled={rest.disabled || busy}>
        {busy ? <Spinner /> : children}
      </button>
    </Tooltip>
  );
}

export function Spinner({ size = 14 }: { size?: number }) {
  return (
    <svg className="spin" width={size} height={size} viewBox="0 0 16 16" aria-hidden>
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="1.75" opacity=".25" />
      <path d="M8 2a6 6 0 0 1 6 6" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
    </svg>
  );
}
