/** Reviews by agents, as the pages need them. */
import { queryOptions } from "@tanstack/react-query";
import { api, body, type Schemas } from "./api";

export type AiReview = Schemas["AiReviewModel"];
export type AiReviewSummary = Schemas["AiReviewSummaryModel"];
export type Finding = Schemas["FindingModel"];
export type Severity = Schemas["Severity"];

export const orderReviewsQuery = (id: string) =>
  queryOptions({
    queryKey: ["order", id, "reviews"],
    queryFn: async ({ signal }): Promise<AiReview[]> =>
      (await body(api.GET("/api/agent-work-orders/{agent_work_order_id}/reviews", { params: { path: { agent_work_order_id: id } }, signal }))).reviews,
  });

export const isReviewing = (review: Pick<AiReviewSummary, "status"> | null): boolean => review?.status === "queued" || review?.status === "running";
