/** What an agent's review came to, in one line. */
import type { AiReviewSummary } from "@/client/reviews";
import { countWords } from "./Severity";
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
    : { glyph: "needs", word: "AI review wants changes", tone: "warn" };
}

export function Verdict({ review }: { review: AiReviewSummary }) {
  const look = verdictLook(review);
  const counts = countWords(review.finding_counts);
  return (
    <>
      <StatusGlyph glyph={look.glyph} size={13} />
      <span className={`b tr ${look.tone}`}>{look.word}</span>
      {counts && <span className="push t3 nw">{counts}</span>}
    </>
  );
}
