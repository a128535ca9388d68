/** What a page shows while it has nothing to show. */
import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError, errorText } from "@/client/problem";
import { useDelayed } from "@/lib/hooks";
import { Button } from "./Button";
import { StatusGlyph } from "./StatusGlyph";

/** Only after 150 ms: what comes quickly does not flash. */
export function Skeleton({ children, label = "Loading" }: { children: ReactNode; label?: string }) {
  const due = useDelayed();
  return (
    <div role="status" aria-label={label} className="sk-frame">
      {due && children}
    </div>
  );
}

export const Bone = ({ width = "100%", height = 12 }: { width?: number | string; height?: number }) => (
  <span className="sk" style={{ width, height }} />
);

export function EmptyState({ title, text, action }: { title: string; text: string; action?: ReactNode }) {
  return (
    <div className="card empty">
      <svg width="46" height="14" viewBox="0 0 46 14" fill="none" stroke="var(--line-3)" strokeWidth="1.5" aria-hidden>
        <rect x="1" y="2" width="10" height="10" rx="2" />
        <path d="M13 7h4M29 7h4" />
        <rect x="18" y="2" width="10" height="10" rx="2" strokeDasharray="2.4 2" />
        <rect x="35" y="2" width="10" height="10" rx="2" strokeDasharray="2.4 2" />
      </svg>
      <b className="mt-2">{title}</b>
      <span className="t2 sm">{text}</span>
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

export function ErrorState({ title, error, onRetry }: { title: string; error: unknown; onRetry?: () => void }) {
  const hint = error instanceof ApiError ? error.hint : null;
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div className="card err m-6" role="alert">
      <div className="in">
        <h2 className="row">
          <StatusGlyph glyph="failed" />
          {title}
        </h2>
        <p className="t2">
          {errorText(error)}
          {hint && ` ${hint}`}
        </p>
        {requestId && <p className="t3 xs mono mt-1">{requestId}</p>}
        {onRetry && (
          <div className="acts">
            <Button size="sm" icon={<RotateCw className="i" size={13} />} onClick={onRetry}>
              Retry
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
