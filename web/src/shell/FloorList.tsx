/** All live orders, those that need a person first. */
import { Link } from "@tanstack/react-router";
import type { FloorNow } from "@/client/floor";
import type { Order } from "@/client/models";
import { ago } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { PHASE_WORDS, shownStatus } from "@/ui/order-status";
import { StatusGlyph } from "@/ui/StatusGlyph";

const SHOWN = 12;

export function FloorList({ floor }: { floor: FloorNow }) {
  if (floor.live.length === 0) return null;
  return (
    <>
      <div className="grp">
        <span>On the floor</span>
        <span className="num">{floor.liveCount}</span>
      </div>
      <div className="nav floor">
        {floor.live.slice(0, SHOWN).map((order) => (
          <FloorItem key={order.agent_work_order_id} order={order} />
        ))}
        {floor.liveCount > SHOWN && (
          <Link to="/" search={{ view: "live" }} className="t3">
            {floor.liveCount - SHOWN} more
          </Link>
        )}
      </div>
    </>
  );
}

function FloorItem({ order }: { order: Order }) {
  const now = useNow(10_000);
  const shown = shownStatus(order.status);
  return (
    <Link to="/orders/$orderId" params={{ orderId: order.agent_work_order_id }} activeProps={{ className: "on" }} preload={false}>
      <StatusGlyph glyph={shown.glyph} label={shown.word} />
      <span className="col">
        <span className="tt tr">{order.title}</span>
        <span className="mt tr">{activityOf(order, now)}</span>
      </span>
    </Link>
  );
}

function activityOf(order: Order, now: number): string {
  if (order.status === "pending") return order.queue_position ? `Queued, number ${order.queue_position}` : "Waiting for a sandbox";
  const phase = order.current_phase ? (PHASE_WORDS[order.current_phase] ?? order.current_phase) : "Starting";
  if (order.status === "waiting") return `${phase}, waits for you`;
  const since = order.execution_started_at ? ago(order.execution_started_at, now) : "now";
  return `${phase}, ${since}`;
}
