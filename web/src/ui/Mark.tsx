/** An S as a seven-segment counter; its middle is the lamp of the floor. */
export type Lamp = "live" | "needs" | "failed" | "idle";

const COLOURS: Record<Lamp, string> = {
  live: "var(--accent)",
  needs: "var(--warn-mark)",
  failed: "var(--bad)",
  idle: "var(--text-3)",
};

export const MARK_TOP =
  "M5 2.5h14a1 1 0 0 1 1 1v2.6a1 1 0 0 1-1 1H9.1v.9a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V3.5a1 1 0 0 1 1-1z";
export const MARK_FOOT =
  "M19 21.8H5a1 1 0 0 1-1-1v-2.6a1 1 0 0 1 1-1h9.9v-.4a1 1 0 0 1 1-1H19a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1z";

export function Mark({ lamp, size = 19 }: { lamp: Lamp; size?: number }) {
  return (
    <svg className="mk" width={size} height={size} viewBox="0 0 24 24" aria-hidden>
      <path d={MARK_TOP} fill="currentColor" />
      <rect x="4" y="10.3" width="16" height="4" rx="1" style={{ fill: COLOURS[lamp] }} />
      <path d={MARK_FOOT} fill="currentColor" />
    </svg>
  );
}
