import { useQuery } from "@tanstack/react-query";
import { Check, Minus, X } from "lucide-react";
import { ago, count, plural, repositoryName, spoken } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { Avatar } from "@/ui/Monogram";
import { isEnded, PHASE_WORDS, phasesOf, sandboxWords, workflowWords } from "@/ui/order-status";
import type { PhaseProgress } from "../conversation/items";
import { useConversation, useOrderPage } from "../order-context";
import { AgentSettings } from "./AgentSettings";
import { Limits } from "./Limits";
import { commitsQuery } from "../order-queries";

export function ProgressTab() {
  return (
    <div className="pbody scrolls">
      <Phases />
      <GitActivity />
      <Limits />
      <Facts />
    </div>
  );
}

const LOOKS: Readonly<Record<PhaseProgress["state"], string>> = {
  done: "done", running: "run", waiting: "wait", failed: "fail", stopped: "stop", pending: "pend",
};

function Phases() {
  const { order } = useOrderPage();
  const { phases } = useConversation();
  const known = new Map(phases.map((phase) => [phase.phase, phase]));
  const names = phasesOf(order.workflow_type);
  return (
    <section aria-label="Phases">
      {names.map((name, index) => {
        const before = names[index - 1];
        return <Phase key={name} name={name} progress={known.get(name)} after={before === undefined ? undefined : PHASE_WORDS[before]} />;
      })}
    </section>
  );
}

function Phase({ name, progress, after }: { readonly name: string; readonly progress: PhaseProgress | undefined; readonly after: string | undefined }) {
  const { order } = useOrderPage();
  const { activity } = useConversation();
  const state = progress?.state ?? "pending";
  const mark = { done: <Check className="i" size={10} aria-hidden />, failed: <X className="i" size={10} aria-hidden />, stopped: <Minus className="i" size={10} aria-hidden /> }[state as "done"];
  const doing = activity === undefined ? undefined : `${activity.verb}${activity.target === undefined ? "" : ` ${activity.target}`}`;
  return (
    <div className={`ph ${LOOKS[state]}`}>
      <b>{mark}</b>
      <div className="col">
        <div className="n">{PHASE_WORDS[name] ?? name}<span className="sr-only">{`, ${state}`}</span></div>
        {state === "pending" && <div className="d">{isEnded(order) ? "Not reached" : after === undefined ? "Starts first" : `Starts when the ${after.toLowerCase()} phase ends`}</div>}
        {state === "waiting" && <div className="d warn">Waiting for your answer</div>}
        {state === "running" && doing !== undefined && <div className="d tr" title={doing}>{doing}</div>}
        {state === "stopped" && <div className="d">Stopped</div>}
        {state === "failed" && <div className="d bad">{order.error_message ?? "Failed"}</div>}
        {progress !== undefined && progress.commits > 0 && <div className="d">{plural(progress.commits, "commit")}</div>}
      </div>
      <span className={`xs num nw time ${state === "running" ? "acc" : "t3"}`}>
        {progress?.startedAt === undefined ? progress?.seconds !== undefined && spoken(progress.seconds * 1000) : <Running since={progress.startedAt} before={progress.seconds ?? 0} />}
      </span>
    </div>
  );
}

function Running({ since, before }: { readonly since: string; readonly before: number }) {
  return spoken(useNow() - Date.parse(since) + before * 1000);
}

function GitActivity() {
  const { order, showTab } = useOrderPage();
  const { data: commits } = useQuery(commitsQuery(order.agent_work_order_id));
  const now = useNow(30_000);
  return (
    <section aria-label="Git activity">
      <div className="sec-h">
        <span>Git activity</span>
        <button type="button" className="sm acc plain" onClick={() => showTab("changes")}>{`Compare with ${order.base_branch ?? "base"}`}</button>
      </div>
      <dl className="stat">
        <Figure value={order.git_commit_count} word={order.git_commit_count === 1 ? "commit" : "commits"} />
        <Figure value={order.git_files_changed} word={order.git_files_changed === 1 ? "file" : "files"} />
        <Figure value={order.git_lines_added} word="added" sign="+" tone="plus" />
        <Figure value={order.git_lines_removed} word="removed" sign="−" tone="minus" />
      </dl>
      <div className="commits">
        {commits?.toReversed().map((commit) => (
          <button key={commit.sha} type="button" className="ci" onClick={() => showTab("changes", commit.sha)} title={commit.subject}>
            <span className="sha">{commit.sha.slice(0, 7)}</span>
            <span className="tr">{commit.subject}</span>
            <span className="xs t3 num">{ago(commit.authored_at, now)}</span>
          </button>
        ))}
      </div>
    </section>
  );
}

function Figure({ value, word, sign = "", tone = "" }: { readonly value: number; readonly word: string; readonly sign?: string; readonly tone?: string }) {
  return (
    <div>
      <dd className={`v ${value === 0 ? "" : tone}`}>{`${value === 0 ? "" : sign}${value}`}</dd>
      <dt className="k">{word}</dt>
    </div>
  );
}

const POLICIES: Readonly<Record<string, string>> = {
  ask: "Ask before anything that needs permission",
  allow_edits: "Edits are allowed, the rest is asked for",
  allow_all: "Everything is allowed",
  deny: "Everything that needs permission is denied",
};

function Facts() {
  const { order, agentName } = useOrderPage();
  const tokens = order.usage.total_tokens;
  return (
    <section aria-label="Order">
      <div className="sec-h"><span>Order</span></div>
      <dl className="kv">
        {order.created_by && (
          <>
            <dt>Filed by</dt>
            <dd className="row g6"><Avatar name={order.created_by} small />{order.created_by}</dd>
          </>
        )}
        {order.github_issue_number && (<><dt>Issue</dt><dd>{`#${order.github_issue_number}`}</dd></>)}
        <dt>Repository</dt>
        <dd className="tr" title={order.repository_url}>{repositoryName(order.repository_url)}</dd>
        <dt>Workflow</dt>
        <dd>{workflowWords(order.workflow_type)}</dd>
        <dt>Agent</dt>
        <dd>{order.model === null ? agentName : `${agentName}, ${order.model}`}</dd>
        <AgentSettings />
        <dt>Sandbox</dt>
        <dd>{sandboxWords(order.sandbox_type)}</dd>
        <dt>Permissions</dt>
        <dd>{POLICIES[order.permission_policy] ?? order.permission_policy}</dd>
        {order.git_branch_name !== null && (<><dt>Branch</dt><dd className="mono tr" title={order.git_branch_name}>{order.git_branch_name}</dd></>)}
        {tokens != null && tokens > 0 && (<><dt>Tokens</dt><dd className="num">{count(tokens)}</dd></>)}
        {order.run_count > 1 && (<><dt>Runs</dt><dd className="num">{order.run_count}</dd></>)}
      </dl>
    </section>
  );
}
