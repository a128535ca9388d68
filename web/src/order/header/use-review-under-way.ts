import { useQuery } from "@tanstack/react-query";
import { type AiReview, isReviewing, orderReviewsQuery } from "@/client/reviews";
import { type ShownStatus, shownOrder } from "@/ui/order-status";
import { useOrderPage } from "../order-context";

/** What is built is done; another agent may still be reading it. */
export function useReviewUnderWay(): AiReview | undefined {
  const { order } = useOrderPage();
  const { data } = useQuery({ ...orderReviewsQuery(order.agent_work_order_id), enabled: order.status === "completed" });
  return order.status === "completed" ? data?.find(isReviewing) : undefined;
}

const REVIEW: ShownStatus = { glyph: "review", word: "AI review", tone: "vio", pill: "vio" };

export function useShownStatus(): ShownStatus {
  const { order } = useOrderPage();
  return useReviewUnderWay() === undefined ? shownOrder(order) : REVIEW;
}
