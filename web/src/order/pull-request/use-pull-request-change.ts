import { useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "@/client/api";
import type { PullRequest } from "@/client/models";
import { keys } from "@/client/queries";
import { useOrderPage } from "../order-context";
import { pullRequestQuery } from "../order-queries";

interface Change {
  readonly method: "PATCH" | "POST";
  readonly what: "" | "/ready" | "/draft" | "/merge" | "/labels" | "/reviewers";
  readonly content?: unknown;
}

export function usePullRequestChange() {
  const { order } = useOrderPage();
  const id = order.agent_work_order_id;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ method, what, content }: Change) => request<PullRequest>(method, `/api/agent-work-orders/${id}/pull-request${what}`, content),
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
