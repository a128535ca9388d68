/** All that agents are at: orders, those that need a person first, then reviews, then what waits. */
import { Link } from "@tanstack/react-router";
import type { FloorNow } from "@/client/floor";
import type { Order } from "@/client/models";
import type { ReviewUnderWay } from "@/client/reviews";
import { ago } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { PHASE_WORDS, shownStatus } from "@/ui/order-status";
import { type Glyph, StatusGlyph } from "@/ui/StatusGlyph";
import { verdictLook } from "@/ui/Verdict";

const SHOWN = 12;

export function FloorList({ floor }: { floor: FloorNow }) {
  const now = useNow(10_000);
  const count = floor.liveCount + floor.reviews.length;
  if (count === 0) return null;
  const items = [
    ...floor.live.filter((order) => order.status !== "pending").map((order) => ofOrder(order, now)),
    ...floor.reviews.map((review) => ofReview(review, now)),
    ...floor.live.filter((order) => order.status === "pending").map((order) => ofOrder(order, now)),
  ];
  return (
    <>
      <div className="grp">
        <span>On the floor</span>
        <span className="num">{count}</span>
      </div>
      <div className="nav floor">
        {items.slice(0, SHOWN).map((item) => (
          <FloorLink key={item.id} {...item} />
        ))}
        {count > SHOWN && (
          <Link to="/" search={{ view: "live" }} className="t3">
            {count - SHOWN} more
          </Link>
        )}
      </div>
    </>
  );
}

interface FloorItem {
  id: string;
  orderId: string;
  glyph: Glyph;
  word: string;
  title: string;
  activity: string;
}

function FloorLink({ orderId, glyph, word, title, activity }: FloorItem) {
  return (
    <Link to="/orders/$orderId" params={{ orderId }} activeProps={{ className: "on" }} preload={false}>
      <StatusGlyph glyph={glyph} label={word} />
      <span className="col">
        <span className="tt tr">{title}</span>
        <span className="mt tr">{activity}</span>
      </span>
    </Link>
  );
}

function ofOrder(order: Order, now: number): FloorItem {
  const { glyph, word } = shownStatus(order.status);
  const id = order.agent_work_order_id;
  return { id, orderId: id, glyph, word, title: order.title, activity: activityOf(order, now) };
}

function ofReview(review: ReviewUnderWay, now: number): FloorItem {
  const { glyph, word } = verdictLook(review);
  const activity = review.started_at ? `${word}, ${ago(review.started_at, now)}` : word;
  return { id: review.review_id, orderId: review.agent_work_order_id, glyph, word: "AI review", title: review.title, activity };
}

function activityOf(order: Order, now: number): string {
  if (order.status === "pending") return order.queue_position ? `Queued, number ${order.queue_position}` : "Waiting for a sandbox";
  const phase = order.current_phase ? (PHASE_WORDS[order.current_phase] ?? order.current_phase) : "Starting";
  if (order.status === "waiting") return `${phase}, waits for you`;
  const since = order.execution_started_at ? ago(order.execution_started_at, now) : "now";
  return `${phase}, ${since}`;
}
