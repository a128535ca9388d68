import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileDiff, FlaskConical, ListChecks, Plus } from "lucide-react";
import { cost, plural, spoken } from "@/lib/format";
import { Button } from "@/ui/Button";
import { PullRequestIcon } from "@/ui/PullRequestIcon";
import { pullRequestLook } from "@/ui/pull-request-look";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { toastError } from "@/ui/toasts";
import { useConversation, useOrderPage } from "../order-context";
import { pullRequestQuery } from "../order-queries";
import { markReady, usePullRequestChange } from "../pull-request/use-pull-request-change";
import { LineCounts } from "../text/LineCounts";

/** What came out of it: plan, files, tests, pull request, and where to go from here. */
export function Finished() {
  const { order, showTab } = useOrderPage();
  const { plan, tests } = useConversation();
  return (
    <div className="thread-still">
      <section className="card finished" aria-label="Summary">
        <div className="card-h big">
          <StatusGlyph glyph="done" />
          {`Finished${tookWords(order.execution_started_at, order.execution_completed_at)}`}
          <span className="push sm t2 num">{cost(order.usage.cost_usd)}</span>
        </div>
        {plan !== undefined && (
          <div className="gitrow">
            <ListChecks className="i" size={14} aria-hidden />
            <span>{`Plan ${plan.done} of ${plan.total}`}</span>
          </div>
        )}
        <div className="gitrow">
          <FileDiff className="i" size={14} aria-hidden />
          {order.git_commit_count === 0 ? (
            <span className="t2">Nothing was changed</span>
          ) : (
            <>
              <span>{`${plural(order.git_files_changed, "file")} in ${plural(order.git_commit_count, "commit")}`}</span>
              <span className="push row">
                <LineCounts added={order.git_lines_added} removed={order.git_lines_removed} />
                <Button variant="ghost" size="sm" onClick={() => showTab("changes")}>Review changes</Button>
              </span>
            </>
          )}
        </div>
        {tests !== undefined && (
          <div className="gitrow">
            <FlaskConical className="i" size={14} aria-hidden />
            <span className={tests.failed > 0 ? "bad" : ""}>
              {tests.failed > 0 ? `${plural(tests.failed, "test")} failed, ${tests.passed} passed` : `${plural(tests.passed, "test")} passed`}
            </span>
          </div>
        )}
        {order.pull_request_number !== null && <PullRequestLine number={order.pull_request_number} />}
        <div className="gitrow">
          <Plus className="i" size={14} aria-hidden />
          <span className="t2">Something else to do?</span>
          <Link to="/new" search={{ repository: order.repository_url }} className="btn sm push">New work order</Link>
        </div>
      </section>
    </div>
  );
}

function PullRequestLine({ number }: { readonly number: number }) {
  const { order, showTab } = useOrderPage();
  const { data } = useQuery(pullRequestQuery(order.agent_work_order_id, true));
  const look = pullRequestLook(data, order.pull_request_state);
  const { word, tone } = look;
  const change = usePullRequestChange();
  const offer = () => change.mutate(markReady, { onError: (error) => toastError("It was not marked ready", error) });
  return (
    <div className="gitrow">
      <PullRequestIcon look={look} size={14} />
      <span className="b">{`#${number}`}</span>
      <span className={tone}>{word === "Open" ? "Ready for review" : word}</span>
      {word === "Draft" ? (
        <Button size="sm" className="push" busy={change.isPending} onClick={offer}>Mark ready</Button>
      ) : (
        <Button size="sm" className="push" onClick={() => showTab("pull-request")}>{word === "Open" ? "Review and merge" : "Look at it"}</Button>
      )}
    </div>
  );
}

function tookWords(from: string | null, to: string | null): string {
  return from === null || to === null ? "" : ` in ${spoken(Date.parse(to) - Date.parse(from))}`;
}
