import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ExternalLink } from "lucide-react";
import { useState } from "react";
import type { PullRequest } from "@/client/models";
import { errorText } from "@/client/problem";
import { ago } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { Button } from "@/ui/Button";
import { Markdown } from "@/ui/Markdown";
import { Bone, EmptyState, ErrorState, Skeleton } from "@/ui/states";
import { StatusGlyph, type Glyph } from "@/ui/StatusGlyph";
import { PullRequestIcon } from "@/ui/PullRequestIcon";
import { pullRequestLook } from "@/ui/pull-request-look";
import { useOrderPage } from "../order-context";
import { pullRequestQuery } from "../order-queries";
import { safeLink } from "../text/safe-link";
import { MergeActions } from "./MergeActions";
import { Labels, Reviewers } from "./Names";
import { rewrite, usePullRequestChange } from "./use-pull-request-change";

type Check = PullRequest["checks"][number];
type Review = PullRequest["reviews"][number];

export function PullRequestTab() {
  const { order } = useOrderPage();
  const exists = order.pull_request_number !== null;
  const { data, error, refetch, isPending } = useQuery(pullRequestQuery(order.agent_work_order_id, exists));
  if (!exists) {
    return <div className="pbody"><EmptyState title="No pull request yet" text="It is opened as a draft at the first commit." /></div>;
  }
  if (error !== null) return <ErrorState title="The pull request could not be read" error={error} onRetry={() => void refetch()} />;
  if (isPending) return <div className="pbody"><Skeleton><Bone width="40%" /><Bone height={20} /><Bone height={80} /></Skeleton></div>;
  return <Details pullRequest={data} />;
}

function Details({ pullRequest }: { readonly pullRequest: PullRequest }) {
  const look = pullRequestLook(pullRequest);
  const now = useNow(30_000);
  const url = safeLink(pullRequest.pull_request_url);
  const when = look.word === "Merged" ? (pullRequest.merged_at ?? pullRequest.updated_at) : pullRequest.created_at;
  return (
    <div className="pbody scrolls pr">
      <section>
        <div className="row g6 sm t3">
          <PullRequestIcon look={look} size={14} />
          <span><span className={look.tone}>{look.word}</span>{`${look.word === "Merged" ? "" : ", opened"} ${ago(when, now)}${ago(when, now) === "now" ? "" : " ago"}`}</span>
          {url !== undefined && <a className="push acc row g4" href={url} target="_blank" rel="noopener noreferrer">{`#${pullRequest.pull_request_number}`}<ExternalLink className="i" size={12} aria-hidden /></a>}
        </div>
        <Description pullRequest={pullRequest} />
      </section>
      <Checks checks={pullRequest.checks} />
      <Reviews reviews={pullRequest.reviews} />
      <Labels pullRequest={pullRequest} />
      <Reviewers pullRequest={pullRequest} />
      <MergeActions pullRequest={pullRequest} />
    </div>
  );
}

function Description({ pullRequest }: { readonly pullRequest: PullRequest }) {
  const [draft, setDraft] = useState<{ title: string; body: string }>();
  const change = usePullRequestChange();
  const save = () => {
    if (draft === undefined) return;
    change.mutate(rewrite(draft), { onSuccess: () => setDraft(undefined) });
  };
  if (draft !== undefined) {
    return (
      <form className="col pr-edit" onSubmit={(event) => { event.preventDefault(); save(); }}>
        <input className="input" aria-label="Title" value={draft.title} maxLength={300} onChange={(event) => setDraft({ ...draft, title: event.target.value })} />
        <textarea className="input area" aria-label="Description" value={draft.body} rows={14} onChange={(event) => setDraft({ ...draft, body: event.target.value })} onKeyDown={(event) => { if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) save(); event.stopPropagation(); }} />
        {change.error !== null && <p className="sm bad" role="alert">{errorText(change.error)}</p>}
        <div className="acts">
          <Button type="submit" variant="primary" size="sm" busy={change.isPending} disabled={draft.title.trim() === ""}>Save</Button>
          <Button size="sm" variant="ghost" onClick={() => setDraft(undefined)}>Cancel</Button>
        </div>
      </form>
    );
  }
  return (
    <>
      <h2 className="pr-title">{pullRequest.pull_request_title}</h2>
      <div className="row g6 sm pr-branches">
        <span className="chip mono">{pullRequest.base_branch}</span>
        <ArrowLeft className="i t3" size={13} aria-label="from" />
        <span className="chip mono shrink" title={pullRequest.head_branch}><span className="tr">{pullRequest.head_branch}</span></span>
      </div>
      <div className="sec-h gap">
        <span>Description</span>
        <button type="button" className="sm t3 plain" onClick={() => setDraft({ title: pullRequest.pull_request_title, body: pullRequest.pull_request_body })}>Edit</button>
      </div>
      <div className="pr-body">{pullRequest.pull_request_body.trim() === "" ? <p className="t3">No description.</p> : <Markdown text={pullRequest.pull_request_body} />}</div>
    </>
  );
}

function checkGlyph(check: Check): Glyph {
  if (check.status !== "completed") return check.status === "queued" ? "queued" : "running";
  if (check.conclusion === "success" || check.conclusion === "neutral" || check.conclusion === "skipped") return "done";
  return check.conclusion === "cancelled" ? "cancelled" : "failed";
}

function Checks({ checks }: { readonly checks: readonly Check[] }) {
  if (checks.length === 0) return undefined;
  const done = checks.filter((check) => check.status === "completed").length;
  return (
    <section aria-label="Checks">
      <div className="sec-h"><span>Checks</span><span className="sm t3 plain">{`${done} of ${checks.length} done`}</span></div>
      <div className="card">
        {checks.map((check) => {
          const url = safeLink(check.url ?? "");
          return (
            <div key={check.name} className="gitrow low">
              <StatusGlyph glyph={checkGlyph(check)} />
              <span className="tr">{check.name}</span>
              <span className="push xs t3">{(check.conclusion ?? check.status).replaceAll("_", " ")}</span>
              {url !== undefined && <a className="t3" href={url} target="_blank" rel="noopener noreferrer" aria-label={`Open ${check.name}`}><ExternalLink className="i" size={12} aria-hidden /></a>}
            </div>
          );
        })}
      </div>
    </section>
  );
}

function Reviews({ reviews }: { readonly reviews: readonly Review[] }) {
  if (reviews.length === 0) return undefined;
  return (
    <section aria-label="Reviews">
      <div className="sec-h"><span>Reviews</span></div>
      <div className="card">
        {reviews.map((review, index) => (
          <div key={index} className="gitrow tall">
            <StatusGlyph glyph={review.state === "approved" ? "done" : review.state === "changes_requested" ? "failed" : "human"} />
            <span className="b">{review.author}</span>
            <span className="t2 tr">{review.body || review.state.replaceAll("_", " ")}</span>
          </div>
        ))}
      </div>
    </section>
  );
}
