/** What an agent's review came to, in one line. */
import type { AiReviewSummary } from "@/client/reviews";
import { countWords, SEVERITIES, SeverityMark } from "./Severity";
import { type Glyph, StatusGlyph } from "./StatusGlyph";

interface Shown {
  glyph: Glyph;
  word: string;
  tone: string;
}

export function verdictLook(review: Pick<AiReviewSummary, "status" | "verdict" | "number">): Shown {
  if (review.status === "queued") return { glyph: "queued", word: "AI review is queued", tone: "t2" };
  if (review.status === "running") return { glyph: "review", word: `AI review, round ${review.number}`, tone: "vio" };
  if (review.status === "failed") return { glyph: "failed", word: "AI review failed", tone: "bad" };
  if (review.status === "cancelled") return { glyph: "cancelled", word: "AI review stopped", tone: "t2" };
  return review.verdict === "pass"
    ? { glyph: "done", word: "AI review passed", tone: "ok" }
    : { glyph: "needs", word: "Changes wanted", tone: "warn" };
}

/** In words where they are of one kind; several stand as marks, so that the verdict keeps its room. */
function Counts({ counts }: { counts: AiReviewSummary["finding_counts"] }) {
  const kinds = SEVERITIES.filter((severity) => counts[severity]);
  const words = countWords(counts);
  if (kinds.length < 2) return words ? <span className="push t3 nw">{words}</span> : null;
  return (
    <span className="push row g6 t3 nw num" title={words}>
      <span className="sr-only">{words}</span>
      {kinds.map((severity) => (
        <span key={severity} className="row g4" aria-hidden>
          <SeverityMark severity={severity} />
          {counts[severity]}
        </span>
      ))}
    </span>
  );
}

export function Verdict({ review }: { review: AiReviewSummary }) {
  const look = verdictLook(review);
  return (
    <>
      <StatusGlyph glyph={look.glyph} size={13} />
      <span className={`b tr ${look.tone}`}>{look.word}</span>
      <Counts counts={review.finding_counts} />
    </>
  );
}
