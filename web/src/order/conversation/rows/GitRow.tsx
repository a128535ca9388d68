import { ExternalLink, GitCommitHorizontal } from "lucide-react";
import { plural } from "@/lib/format";
import { Button } from "@/ui/Button";
import { PullRequestIcon } from "@/ui/PullRequestIcon";
import { pullRequestLook } from "@/ui/pull-request-look";
import { useQuery } from "@tanstack/react-query";
import { useOrderPage } from "../../order-context";
import { pullRequestQuery } from "../../order-queries";
import { LineCounts } from "../../text/LineCounts";
import { safeLink } from "../../text/safe-link";
import type { CommitRow, GitItem, PullRequestRow } from "../items";
import { AgentRow } from "./AgentRows";

export function GitRow({ item }: { readonly item: GitItem }) {
  return (
    <AgentRow>
      <div className="card">
        {item.rows.map((row) =>
          row.kind === "commit" ? <Commit key={row.sha} row={row} /> : <PullRequest key={`#${row.number}`} row={row} />,
        )}
      </div>
    </AgentRow>
  );
}

function Commit({ row }: { readonly row: CommitRow }) {
  const { showTab } = useOrderPage();
  return (
    <div className="gitrow">
      <GitCommitHorizontal className="i" size={14} aria-hidden />
      <span className="mono t3">{row.sha.slice(0, 7)}</span>
      <span className="tr b" title={row.subject}>{row.subject}</span>
      {row.unfinished && <span className="tag warn">Unfinished</span>}
      <span className="push row num">
        <LineCounts added={row.added} removed={row.removed} />
        {row.files !== undefined && <span className="xs t3 wide-only">{plural(row.files, "file")}</span>}
        <Button variant="ghost" size="sm" className="wide-only" onClick={() => showTab("changes", row.sha)}>
          View diff
        </Button>
      </span>
    </div>
  );
}

function PullRequest({ row }: { readonly row: PullRequestRow }) {
  const { order, showTab } = useOrderPage();
  const { data } = useQuery(pullRequestQuery(order.agent_work_order_id, true));
  const look = pullRequestLook(data, order.pull_request_state);
  const url = safeLink(row.url ?? "");
  return (
    <div className="gitrow">
      <PullRequestIcon look={look} size={14} />
      <button type="button" className="b link" onClick={() => showTab("pull-request")}>{`#${row.number}`}</button>
      <span className="tr">{data?.pull_request_title ?? row.title}</span>
      <span className={`tag ${look.tag}`}>{look.word}</span>
      <span className="push row">
        {url !== undefined && (
          <a className="btn ghost sm wide-only" href={url} target="_blank" rel="noopener noreferrer">
            Open <ExternalLink className="i" size={12} aria-hidden />
          </a>
        )}
      </span>
    </div>
  );
}
