import { useQuery } from "@tanstack/react-query";
import { GitMerge, GitPullRequest, GitPullRequestClosed, GitPullRequestDraft } from "lucide-react";
import { useOrderPage } from "../order-context";
import { pullRequestQuery } from "../order-queries";
import { pullRequestState, type PullRequestLook } from "../pull-request/pull-request-state";

const ICONS = { Draft: GitPullRequestDraft, Open: GitPullRequest, Merged: GitMerge, Closed: GitPullRequestClosed } as const;

export function PullRequestIcon({ look, size = 13 }: { readonly look: PullRequestLook; readonly size?: number }) {
  const Icon = ICONS[look.word];
  return <Icon className={`i ${look.tone}`} size={size} aria-hidden />;
}

export function PullRequestLink() {
  const { order, showTab } = useOrderPage();
  const number = order.pull_request_number;
  const { data } = useQuery(pullRequestQuery(order.agent_work_order_id, number !== null));
  if (number === null) return undefined;
  const look = pullRequestState(data);
  return (
    <button type="button" className="meta pr-link" onClick={() => showTab("pull-request")}>
      <PullRequestIcon look={look} />
      <span className="b">{`#${number}`}</span>
      <span>{look.word}</span>
    </button>
  );
}
