/** How bad a finding is: a shape, a colour and a word. */
import type { Severity } from "@/client/reviews";

export const SEVERITIES = ["blocker", "major", "minor", "note"] as const satisfies readonly Severity[];

const WORDS: Record<Severity, string> = { blocker: "Blocker", major: "Major", minor: "Minor", note: "Note" };

const SHAPES: Record<Severity, React.ReactNode> = {
  blocker: <rect x="2.6" y="2.6" width="6.8" height="6.8" rx="1" transform="rotate(45 6 6)" fill="currentColor" />,
  major: <circle cx="6" cy="6" r="4.25" fill="currentColor" />,
  minor: <circle cx="6" cy="6" r="3.75" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  note: <circle cx="6" cy="6" r="1.75" fill="currentColor" />,
};

export function SeverityMark({ severity, withWord = false }: { severity: Severity; withWord?: boolean }) {
  return (
    <span className={`sev ${severity}`}>
      <svg width={12} height={12} viewBox="0 0 12 12" {...(withWord ? { "aria-hidden": true } : { role: "img", "aria-label": WORDS[severity] })}>
        {SHAPES[severity]}
      </svg>
      {withWord && WORDS[severity]}
    </span>
  );
}

/** "1 blocker, 2 notes"; empty where nothing was found. */
export function countWords(counts: Partial<Record<Severity, number>>): string {
  return SEVERITIES.flatMap((severity) => {
    const number = counts[severity] ?? 0;
    const word = severity === "major" || severity === "minor" ? severity : `${severity}${number === 1 ? "" : "s"}`;
    return number ? [`${number} ${word}`] : [];
  }).join(", ");
}
