import { ChevronDown, GitMerge } from "lucide-react";
import { useState } from "react";
import type { PullRequest } from "@/client/models";
import { ApiError, errorText } from "@/client/problem";
import { useStored } from "@/lib/stored";
import { Button } from "@/ui/Button";
import { Menu, MenuItem } from "@/ui/Menu";
import { pullRequestLook } from "@/ui/pull-request-look";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { useOrderPage } from "../order-context";
import { chosenMethod, type Method, METHODS, possibleMethods } from "./merge-methods";
import { markDraft, markReady, mergeBy, usePullRequestChange } from "./use-pull-request-change";

export function MergeActions({ pullRequest }: { readonly pullRequest: PullRequest }) {
  const { order } = useOrderPage();
  const [wanted, setWanted] = useStored<Method>("shopfloor.merge-method", "merge");
  const [refused, setRefused] = useState<readonly Method[]>([]);
  const mark = usePullRequestChange();
  const merge = usePullRequestChange();
  const look = pullRequestLook(pullRequest);
  if (look.word === "Merged" || look.word === "Closed") return undefined;
  const isWorking = order.status === "running" || order.status === "waiting";
  const problem = merge.error ?? mark.error;
  const told = merge.error instanceof ApiError ? (merge.error.problem.conflicting_files ?? []) : [];
  const conflicts = pullRequest.conflicts.length > 0 ? pullRequest.conflicts : told;
  const possible = possibleMethods(pullRequest.merge_methods, refused);
  const method = chosenMethod(wanted, possible);
  const onMerge = () => {
    const onError = (error: Error) => {
      if (method === "rebase" && error instanceof ApiError && error.status === 409) setRefused([...refused, method]);
    };
    merge.mutate(mergeBy(method), { onError });
  };
  return (
    <section className="pr-actions">
      {problem !== null && conflicts.length === 0 && <p className="sm bad" role="alert">{errorText(problem)}</p>}
      {conflicts.length > 0 && <Conflicts paths={conflicts} base={pullRequest.base_branch} />}
      {isWorking && <p className="sm t3">It can be merged when the agent is not working on it.</p>}
      <div className="row">
        {pullRequest.is_draft ? (
          <Button variant={isWorking ? "plain" : "primary"} className="grow" busy={mark.isPending} onClick={() => mark.mutate(markReady)}>Mark ready for review</Button>
        ) : (
          <Button variant="ghost" busy={mark.isPending} disabled={merge.isPending} onClick={() => mark.mutate(markDraft)}>Back to draft</Button>
        )}
        <span className={possible.length > 1 ? "split-btn" : undefined}>
          <Button variant={pullRequest.is_draft ? "plain" : "primary"} icon={<GitMerge className="i" size={14} aria-hidden />} busy={merge.isPending} disabled={pullRequest.is_draft || isWorking} onClick={onMerge}>
            {METHODS[method]}
          </Button>
          {possible.length > 1 && (
            <Menu trigger={<Button variant={pullRequest.is_draft ? "plain" : "primary"} aria-label="How to merge"><ChevronDown className="i" size={13} aria-hidden /></Button>}>
              {possible.map((each) => <MenuItem key={each} onSelect={() => setWanted(each)}>{METHODS[each]}</MenuItem>)}
            </Menu>
          )}
        </span>
      </div>
    </section>
  );
}

function Conflicts({ paths, base }: { readonly paths: readonly string[]; readonly base: string }) {
  const { actions, agentName } = useOrderPage();
  const ask = () => void actions.send(`The branch conflicts with \`${base}\` in:\n\n${paths.map((path) => `- \`${path}\``).join("\n")}\n\nBring the branch up to date with \`${base}\` and resolve the conflicts, keeping what both sides meant.`);
  return (
    <div className="card err" role="alert">
      <div className="in tight">
        <div className="row"><StatusGlyph glyph="failed" /><h3>{`Conflicts with ${base}`}</h3></div>
        <ul className="paths">{paths.map((path) => <li key={path} className="mono tr">{path}</li>)}</ul>
        <div className="acts"><Button size="sm" onClick={ask}>{`Ask ${agentName} to resolve them`}</Button></div>
      </div>
    </div>
  );
}
