/** The newest review by an agent: its verdict, and what it found that has no line in this diff. */
import { MessageSquarePlus, X } from "lucide-react";
import type { AiReview } from "@/client/reviews";
import { Button, IconButton } from "@/ui/Button";
import { SeverityMark } from "@/ui/Severity";
import { Verdict } from "@/ui/Verdict";
import type { PlacedFinding } from "./findings";

interface ReviewSummaryProps {
  readonly review: AiReview;
  readonly loose: readonly PlacedFinding[];
  readonly onAsk: (placed: PlacedFinding) => void;
  readonly onDismiss: (placed: PlacedFinding) => void;
}

export function ReviewSummary({ review, loose, onAsk, onDismiss }: ReviewSummaryProps) {
  return (
    <section className="rv-ai" aria-label="AI review">
      <div className="row g6 sm">
        <Verdict review={review} />
      </div>
      <p className="xs t3">{review.agent}{review.head_sha && <>, commit <span className="mono">{review.head_sha.slice(0, 7)}</span></>}</p>
      {review.summary && <p className="sm pre">{review.summary}</p>}
      {loose.map((placed) => (
        <div key={placed.key} className="rv-ai-f">
          <p className="sm pre">
            <SeverityMark severity={placed.finding.severity} withWord /> {placed.finding.text}
            {placed.finding.file && <span className="mono xs acc block">{placed.finding.line ? `${placed.finding.file}:${placed.finding.line}` : placed.finding.file}</span>}
          </p>
          <div className="row g6">
            <Button size="sm" icon={<MessageSquarePlus className="i" size={12} aria-hidden />} onClick={() => onAsk(placed)}>Ask the agent to fix it</Button>
            <IconButton label="Dismiss the finding" size="sm" onClick={() => onDismiss(placed)}><X className="i" size={12} /></IconButton>
          </div>
        </div>
      ))}
    </section>
  );
}
