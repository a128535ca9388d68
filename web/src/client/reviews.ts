/** Reviews by agents, as the pages need them. */
import { queryOptions } from "@tanstack/react-query";
import { api, body, type Schemas } from "./api";
import { keys } from "./queries";

export type AiReview = Schemas["AiReviewModel"];
export type AiReviewSummary = Schemas["AiReviewSummaryModel"];
export type ReviewUnderWay = Schemas["ReviewUnderWayModel"];
export type Finding = Schemas["FindingModel"];
export type Severity = Schemas["Severity"];

export const orderReviewsQuery = (id: string) =>
  queryOptions({
    queryKey: ["order", id, "reviews"],
    queryFn: async ({ signal }): Promise<AiReview[]> =>
      (await body(api.GET("/api/agent-work-orders/{agent_work_order_id}/reviews", { params: { path: { agent_work_order_id: id } }, signal }))).reviews,
  });

/** Beside the lists of orders, so that whatever happens to an order asks for them again. */
export const reviewsUnderWayQuery = queryOptions({
  queryKey: [...keys.orderLists, "reviews"],
  queryFn: async ({ signal }): Promise<ReviewUnderWay[]> => (await body(api.GET("/api/reviews", { signal }))).reviews,
});

export const isReviewing = (review: Pick<AiReviewSummary, "status"> | null): boolean => review?.status === "queued" || review?.status === "running";
