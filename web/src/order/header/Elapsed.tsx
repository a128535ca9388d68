import { Timer } from "lucide-react";
import { duration } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { isEnded } from "@/ui/order-status";
import { useOrderPage } from "../order-context";

export function Elapsed() {
  return (
    <span className="meta num elapsed" title="Time since it started">
      <Timer className="i" size={13} aria-hidden />
      <Time />
    </span>
  );
}

function Time() {
  const { order } = useOrderPage();
  const now = useNow();
  if (order.execution_started_at === null) return "0:00";
  const end = order.execution_completed_at ?? (isEnded(order) || order.status === "paused" ? order.updated_at : undefined);
  return duration((end === undefined ? now : Date.parse(end)) - Date.parse(order.execution_started_at));
}
