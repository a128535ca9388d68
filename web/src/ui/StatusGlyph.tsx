/** Shape and colour of a state. Where it stands without its word, give it a label. */
import { cx } from "@/lib/classes";

export type Glyph =
  | "queued"
  | "running"
  | "needs"
  | "human"
  | "review"
  | "done"
  | "merged"
  | "failed"
  | "paused"
  | "cancelled";

const ring = <circle cx="8" cy="8" r="5.75" fill="none" stroke="currentColor" strokeWidth="1.5" />;
const ink = "var(--on-status)";

const SHAPES: Record<Glyph, React.ReactNode> = {
  queued: <circle cx="8" cy="8" r="5.75" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.2 2.3" />,
  running: (
    <>
      <circle cx="8" cy="8" r="5.75" fill="none" stroke="currentColor" strokeWidth="1.5" opacity=".32" />
      <path d="M8 2.25a5.75 5.75 0 0 1 5.75 5.75" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
      <circle cx="8" cy="8" r="2.25" fill="currentColor" />
    </>
  ),
  needs: (
    <>
      <rect x="3" y="3" width="10" height="10" rx="1.8" transform="rotate(45 8 8)" fill="currentColor" />
      <path d="M8 4.9v3.6" stroke={ink} strokeWidth="1.7" strokeLinecap="round" />
      <circle cx="8" cy="11" r="1" fill={ink} />
    </>
  ),
  human: (
    <>
      <rect x="3.4" y="3.4" width="9.2" height="9.2" rx="1.6" transform="rotate(45 8 8)" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <circle cx="8" cy="8" r="1.8" fill="currentColor" />
    </>
  ),
  review: (
    <>
      <path
        d="M2.5 5.5v-2a1 1 0 0 1 1-1h2M10.5 2.5h2a1 1 0 0 1 1 1v2M13.5 10.5v2a1 1 0 0 1-1 1h-2M5.5 13.5h-2a1 1 0 0 1-1-1v-2"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
      <circle cx="8" cy="8" r="2.25" fill="currentColor" />
    </>
  ),
  done: (
    <>
      <circle cx="8" cy="8" r="6.5" fill="currentColor" />
      <path d="m5.1 8.2 2 2 3.8-4.1" fill="none" stroke={ink} strokeWidth="1.7" strokeLinecap="round" strokeLinejoin="round" />
    </>
  ),
  merged: (
    <g fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
      <circle cx="4.5" cy="3.9" r="1.9" />
      <circle cx="11.8" cy="9.8" r="1.9" />
      <path d="M4.5 6v7.800M4.700 6.200c.5 2.400 2.400 3.500 5 3.600" />
    </g>
  ),
  failed: (
    <>
      <path d="M5.4 1.6h5.2l3.8 3.8v5.2l-3.8 3.8H5.4l-3.8-3.8V5.4z" fill="currentColor" />
      <path d="m6 6 4 4m0-4-4 4" stroke={ink} strokeWidth="1.7" strokeLinecap="round" />
    </>
  ),
  paused: (
    <>
      {ring}
      <path d="M6.5 6v4M9.5 6v4" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  cancelled: (
    <>
      {ring}
      <path d="m4.2 11.8 7.6-7.6" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
};

export function StatusGlyph({ glyph, size = 14, label, className }: { glyph: Glyph; size?: number; label?: string; className?: string }) {
  return (
    <svg
      className={cx("st", `st-${glyph}`, className)}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      {SHAPES[glyph]}
    </svg>
  );
}
