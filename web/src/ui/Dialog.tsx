import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";
import { cx } from "@/lib/classes";
import { Button, IconButton } from "./Button";

/** The dialog rather than its close button, unless something in it wants the focus. */
function focusItself(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  wide?: boolean;
  children: ReactNode;
}

export function Dialog({ open, onOpenChange, title, description, wide, children }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="veil" />
        <Radix.Content
          className={cx("dlg", wide && "wide")}
          onOpenAutoFocus={focusItself}
          {...(description ? {} : { "aria-describedby": undefined })}>
          <div className="dlg-h">
            <Radix.Title className="dlg-t">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close" size="sm">
                <X className="i" size={14} />
              </IconButton>
            </Radix.Close>
          </div>
          {description && <Radix.Description className="dlg-d">{description}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text: string;
  action: string;
  danger?: boolean;
  onConfirm: () => unknown;
}

export function ConfirmDialog({ open, onOpenChange, title, text, action, danger, onConfirm }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
      onOpenChange(false);
    }
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={text}>
      <div className="dlg-f">
        <Button onClick={() => onOpenChange(false)}>Keep</Button>
        <Button variant={danger ? "danger" : "primary"} busy={busy} onClick={() => void confirm()} autoFocus>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
