/** Short news at the bottom right: six seconds, errors stay. Never for what the page shows anyway. */
import { X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import { useSyncExternalStore } from "react";
import { ApiError, errorText } from "@/client/problem";
import { Button, IconButton } from "./Button";
import { type Glyph, StatusGlyph } from "./StatusGlyph";

export interface ToastContent {
  title: string;
  text?: string | undefined;
  glyph?: Glyph;
  actions?: { label: string; onClick: () => void }[];
  stays?: boolean;
}

interface Shown extends ToastContent {
  id: number;
}

const SECONDS = 6;
let shown: Shown[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: Shown[]): void {
  shown = next;
  listeners.forEach((each) => each());
}

export function toast(content: ToastContent): void {
  lastId += 1;
  publish([...shown.slice(-3), { ...content, id: lastId }]);
}

export function toastError(title: string, error: unknown): void {
  const hint = error instanceof ApiError && error.hint ? ` ${error.hint}` : "";
  toast({ title, text: errorText(error) + hint, glyph: "failed", stays: true });
}

const dismiss = (id: number): void => publish(shown.filter((each) => each.id !== id));

export function Toasts() {
  const toasts = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
  return (
    <Radix.Provider swipeDirection="right" duration={SECONDS * 1000}>
      {toasts.map((each) => (
        <Radix.Root
          key={each.id}
          className="toast"
          {...(each.stays ? { duration: Infinity } : {})}
          onOpenChange={(open) => {
            if (!open) dismiss(each.id);
          }}
        >
          <StatusGlyph glyph={each.glyph ?? "done"} />
          <div className="grow">
            <Radix.Title className="b">{each.title}</Radix.Title>
            {each.text && <Radix.Description className="t2">{each.text}</Radix.Description>}
            {each.actions && (
              <div className="row g6 mt-2">
                {each.actions.slice(0, 2).map((action) => (
                  <Radix.Action key={action.label} asChild altText={action.label}>
                    <Button size="sm" onClick={action.onClick}>
                      {action.label}
                    </Button>
                  </Radix.Action>
                ))}
              </div>
            )}
          </div>
          <Radix.Close asChild>
            <IconButton label="Dismiss" size="sm">
              <X className="i" size={13} />
            </IconButton>
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport className="toasts" />
    </Radix.Provider>
  );
}
