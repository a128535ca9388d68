import { useQuery } from "@tanstack/react-query";
import { PullRequestIcon } from "@/ui/PullRequestIcon";
import { pullRequestLook } from "@/ui/pull-request-look";
import { useOrderPage } from "../order-context";
import { pullRequestQuery } from "../order-queries";

export function PullRequestLink() {
  const { order, showTab } = useOrderPage();
  const number = order.pull_request_number;
  const { data } = useQuery(pullRequestQuery(order.agent_work_order_id, number !== null));
  if (number === null) return undefined;
  const look = pullRequestLook(data, order.pull_request_state);
  return (
    <button type="button" className="meta pr-link" onClick={() => showTab("pull-request")}>
      <PullRequestIcon look={look} />
      <span className="b">{`#${number}`}</span>
      <span>{look.word}</span>
    </button>
  );
}
