/** What agents found in the task's attempts, round by round. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronRight, ScanSearch } from "lucide-react";
import { useState } from "react";
import { isReviewing } from "@/client/reviews";
import type { AiReview, Finding } from "@/client/reviews";
import { ago, fullTime } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { Button } from "@/ui/Button";
import { AgentMonogram } from "@/ui/Monogram";
import { SEVERITIES, SeverityMark } from "@/ui/Severity";
import { Verdict } from "@/ui/Verdict";
import { startReview } from "../board-actions";
import { reviewsQuery, type Task } from "../board-queries";
import { useBoard } from "../board-context";

export function Reviews({ task }: { task: Task }) {
  const { project, actions } = useBoard();
  const reviews = useQuery(reviewsQuery(project, task.task_id)).data ?? [];
  const isInReview = task.status === "ai_review" || task.status === "human_review";
  const canStart = isInReview && !isReviewing(task.review) && task.sessions.some((each) => each.status === "completed");
  if (!canStart && reviews.length === 0) return null;
  const start = () => actions.run("The review was not started", () => startReview(project, task.task_id));
  return (
    <section className="tp-s" aria-label="AI reviews">
      <div className="tp-sh">
        <h3>AI reviews</h3>
        {canStart && (
          <Button size="sm" variant="ghost" icon={<ScanSearch className="i" size={12} />} onClick={() => void start()}>
            {reviews.length ? "Review again" : "Have it reviewed"}
          </Button>
        )}
      </div>
      {reviews.length === 0 && <p className="t3 sm">No agent has reviewed it.</p>}
      <ol className="hist">
        {reviews.map((review, index) => (
          <Entry key={review.review_id} review={review} isNewest={index === 0} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ review, isNewest }: { review: AiReview; isNewest: boolean }) {
  const [isOpen, setOpen] = useState(isNewest);
  const now = useNow(30_000);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className="card">
      <div className="hist-h">
        <button type="button" className="row grow sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Chevron className="i t3" size={13} aria-hidden />
          <Verdict review={review} />
        </button>
        <AgentMonogram name={review.agent} title={review.model ? `${review.agent}, ${review.model}` : review.agent} />
      </div>
      {isOpen && (
        <div className="hist-b">
          <p className="t3 xs">
            {`Round ${review.number}, `}
            <time dateTime={review.created_at} title={fullTime(review.created_at)}>{ago(review.created_at, now) === "now" ? "just now" : `${ago(review.created_at, now)} ago`}</time>
            {review.head_sha && <>, commit <span className="mono">{review.head_sha.slice(0, 7)}</span></>}
          </p>
          {review.error && <p className="bad sm">{review.error.message}{review.error.hint && ` ${review.error.hint}`}</p>}
          {review.summary && <p className="sm pre">{review.summary}</p>}
          <Findings findings={review.findings} />
          {review.findings.length > 0 && (
            <div className="row g6">
              <Link to="/orders/$orderId" params={{ orderId: review.agent_work_order_id }} search={{ tab: "changes" }} className="btn sm">
                See them in the diff
              </Link>
            </div>
          )}
        </div>
      )}
    </li>
  );
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  const worstFirst = findings.toSorted((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity));
  return (
    <ul className="findings">
      {worstFirst.map((finding, index) => (
        <li key={index}>
          <SeverityMark severity={finding.severity} withWord />
          <span className="pre">
            {finding.text}
            {finding.file && <span className="t3 mono xs block">{finding.line ? `${finding.file}:${finding.line}` : finding.file}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
