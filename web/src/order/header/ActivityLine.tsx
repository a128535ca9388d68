import { spoken } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { useConversation, useOrderPage } from "../order-context";
import { useReviewUnderWay } from "./use-review-under-way";

/** What happens right now, in a few words. */
export function ActivityLine() {
  const { order } = useOrderPage();
  const { activity, items, requests } = useConversation();
  const review = useReviewUnderWay();
  if (order.status === "waiting") {
    const request = items.find((item) => item.id === requests[0]);
    return <span className="sm t3 tr">Waiting for your answer{request !== undefined && <WaitingFor since={request.at} />}</span>;
  }
  if (order.status === "pending") {
    const before = order.queue_position ?? 0;
    return <span className="sm t3 tr">{before > 0 ? `Waiting for a slot, number ${before} in line` : "Waiting for a slot"}</span>;
  }
  if (review !== undefined) {
    return <span className="sm t3 tr">{review.status === "queued" ? "Waiting for a slot" : `Reading the change, round ${review.number}`}</span>;
  }
  if (order.status !== "running" || activity === undefined) return undefined;
  return (
    <span className="sm t3 tr activity">
      {activity.verb}
      {activity.target !== undefined && <span className="mono">{` ${activity.target}`}</span>}
    </span>
  );
}

function WaitingFor({ since }: { readonly since: string }) {
  return ` for ${spoken(useNow() - Date.parse(since))}`;
}
