/** What is going on, for the sidebar, the favicon and the title. */
import { useQuery } from "@tanstack/react-query";
import type { Order } from "./models";
import { ordersQuery } from "./queries";
import { type ReviewUnderWay, reviewsUnderWayQuery } from "./reviews";

const RANK: Partial<Record<Order["status"], number>> = { waiting: 0, running: 1, pending: 2 };

export const liveOrdersQuery = ordersQuery({ status: ["pending", "running", "waiting"], sort: "-updated_at", limit: 100 });
const totalQuery = ordersQuery({ limit: 1 });

/** Needs-you first, then running, then queued; the oldest of each first, so that rows do not jump about. */
function byNeed(one: Order, other: Order): number {
  const rank = (RANK[one.status] ?? 3) - (RANK[other.status] ?? 3);
  return rank || one.created_at.localeCompare(other.created_at);
}

export interface FloorNow {
  live: Order[];
  liveCount: number;
  needsYou: Order[];
  reviews: ReviewUnderWay[];
  total: number | null;
}

export function useFloor(): FloorNow {
  const live = useQuery(liveOrdersQuery);
  const total = useQuery(totalQuery);
  const reviews = useQuery(reviewsUnderWayQuery);
  const orders = (live.data?.orders ?? []).toSorted(byNeed);
  return {
    live: orders,
    liveCount: live.data?.total ?? 0,
    needsYou: orders.filter((order) => order.status === "waiting"),
    reviews: reviews.data ?? [],
    total: total.data?.total ?? null,
  };
}
