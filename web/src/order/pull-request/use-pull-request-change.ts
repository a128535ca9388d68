import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, body, type Schemas } from "@/client/api";
import type { PullRequest } from "@/client/models";
import { keys } from "@/client/queries";
import { useOrderPage } from "../order-context";
import { pullRequestQuery } from "../order-queries";

type Change = (params: { path: { agent_work_order_id: string } }) => Promise<{ data?: PullRequest }>;

export const markReady: Change = (params) => api.POST("/api/agent-work-orders/{agent_work_order_id}/pull-request/ready", { params });
export const markDraft: Change = (params) => api.POST("/api/agent-work-orders/{agent_work_order_id}/pull-request/draft", { params });
export const rewrite = (words: Schemas["EditPullRequestRequest"]): Change => (params) =>
  api.PATCH("/api/agent-work-orders/{agent_work_order_id}/pull-request", { params, body: words });
export const setLabels = (labels: readonly string[]): Change => (params) =>
  api.POST("/api/agent-work-orders/{agent_work_order_id}/pull-request/labels", { params, body: { labels: [...labels] } });
export const askReviewers = (reviewers: readonly string[]): Change => (params) =>
  api.POST("/api/agent-work-orders/{agent_work_order_id}/pull-request/reviewers", { params, body: { reviewers: [...reviewers] } });
export const mergeBy = (method: Schemas["MergeMethod"]): Change => (params) =>
  api.POST("/api/agent-work-orders/{agent_work_order_id}/pull-request/merge", { params, body: { method } });

export function usePullRequestChange() {
  const { order } = useOrderPage();
  const id = order.agent_work_order_id;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => body(change({ path: { agent_work_order_id: id } })),
    onSuccess: (fresh) => {
      const { queryKey } = pullRequestQuery(id, true);
      queries.setQueryData(queryKey, (before) => (before ? withInspection(fresh, before) : fresh));
      void queries.invalidateQueries({ queryKey });
      void queries.invalidateQueries({ queryKey: keys.order(id), exact: true });
    },
  });
}

/** An answer to a change tells nothing of checks, conflicts and merge methods: those stay until the forge is asked again. */
const withInspection = (fresh: PullRequest, { checks, reviews, mergeable, conflicts, merge_methods }: PullRequest): PullRequest => ({
  ...fresh, checks, reviews, mergeable, conflicts, merge_methods,
});
