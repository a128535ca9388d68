/** What will be filed, and what happens next. */
import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { ordersQuery } from "@/client/queries";
import { spoken } from "@/lib/format";
import { Button } from "@/ui/Button";
import { type Draft, placeOf } from "./draft";

interface TicketProps {
  draft: Draft;
  title: string;
  isTitleOfIssue: boolean;
  rows: { name: string; value: string }[];
  base: string;
  isBusy: boolean;
  onStart: () => void;
  onPrompt: (prompt: string) => void;
}

export function Ticket({ draft, title, isTitleOfIssue, rows, base, isBusy, onStart, onPrompt }: TicketProps) {
  return (
    <aside className="ticket scrolls" aria-label="The work order">
      <div className="tk">
        <span className="hole" aria-hidden />
        <div className="tk-top">
          <div className="label">Work order</div>
          <div className="tk-title">{title || <span className="t3">What should be done?</span>}</div>
          <div className="xs t3">Title from the {isTitleOfIssue ? "issue" : "prompt"}, you can change it later</div>
        </div>
        <dl className="kv tk-kv">
          {rows.map((row) => (
            <div key={row.name} className="contents">
              <dt>{row.name}</dt>
              <dd className="tr">{row.value}</dd>
            </div>
          ))}
        </dl>
        <div className="tk-next">
          <div className="label">What happens next</div>
          <p>A branch is cut from {base || "the default branch"} and pushed.</p>
          <p>The first commit opens a draft pull request as you.</p>
          <p>You are told when it asks, fails or is done.</p>
        </div>
      </div>
      <Button variant="primary" size="lg" keys="mod+enter" busy={isBusy} onClick={onStart}>
        {isBusy ? "Filing" : "Start work order"}
      </Button>
      <Experience repository={draft.repository} />
      <RecentPrompts onPick={onPrompt} />
    </aside>
  );
}

function Experience({ repository }: { repository: string }) {
  const done = useQuery(ordersQuery({ status: ["completed"], sort: "-updated_at", limit: 50 }));
  const times = (done.data?.orders ?? [])
    .filter((order) => order.repository_url === repository.trim() && order.execution_started_at && order.execution_completed_at)
    .map((order) => Date.parse(order.execution_completed_at ?? "") - Date.parse(order.execution_started_at ?? ""))
    .toSorted((one, other) => one - other);
  const [low, high] = [times[Math.floor(times.length * 0.25)], times[Math.floor(times.length * 0.75)]];
  if (times.length < 3 || low === undefined || high === undefined) return null;
  return (
    <p className="xs t2">
      Similar orders in {placeOf(repository)} took {spoken(low)} to {spoken(high)}.
    </p>
  );
}

function RecentPrompts({ onPick }: { onPick: (prompt: string) => void }) {
  const recent = useQuery(ordersQuery({ sort: "-created_at", limit: 20 }));
  const prompts = [...new Set((recent.data?.orders ?? []).map((order) => order.initial_prompt ?? "").filter(Boolean))].slice(0, 3);
  if (prompts.length === 0) return null;
  return (
    <div className="recent">
      <div className="label">Recent prompts</div>
      {prompts.map((prompt) => (
        <button key={prompt} type="button" className="row t2" onClick={() => onPick(prompt)}>
          <History className="i t3" size={14} />
          <span className="tr">{prompt.split("\n")[0]}</span>
        </button>
      ))}
    </div>
  );
}
