/** Every execution of the task, newest first. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronRight, Columns2, ExternalLink, Trophy } from "lucide-react";
import { useState } from "react";
import { ago, cost, fullTime, spoken } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/fields";
import { AgentMonogram } from "@/ui/Monogram";
import { shownStatus } from "@/ui/order-status";
import { Bone, ErrorState, Skeleton } from "@/ui/states";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { chooseSession } from "../board-actions";
import { type Session, sessionsQuery, type Task } from "../board-queries";
import { useBoard } from "../board-context";
import { isUnderWay } from "../sessions";
import { Compare } from "./Compare";
import { LiveOutput } from "./LiveOutput";

export function History({ task }: { task: Task }) {
  const { project } = useBoard();
  const sessions = useQuery(sessionsQuery(project, task.task_id));
  const [picked, setPicked] = useState<string[]>([]);
  const [isComparing, setComparing] = useState(false);
  const all = sessions.data ?? [];
  const pair = all.filter((each) => picked.includes(each.session_id)).toReversed();
  const pick = (id: string) => setPicked((old) => (old.includes(id) ? old.filter((each) => each !== id) : [...old.slice(-1), id]));
  const [left, right] = pair;
  return (
    <section className="tp-s" aria-label="Executions">
      <div className="tp-sh">
        <h3>Executions</h3>
        {all.length > 1 && (
          <Button size="sm" variant="ghost" icon={<Columns2 className="i" size={12} />} disabled={!right} onClick={() => setComparing(true)}>
            {right ? "Compare the two" : "Pick two to compare"}
          </Button>
        )}
      </div>
      {sessions.isPending && <Skeleton><Bone height={36} /></Skeleton>}
      {sessions.error && <ErrorState title="The history cannot be shown" error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {sessions.data?.length === 0 && <p className="t3 sm">Not executed yet.</p>}
      <ol className="hist">
        {all.map((session) => (
          <Entry key={session.session_id} session={session} isPicked={picked.includes(session.session_id)} onPick={all.length > 1 ? () => pick(session.session_id) : undefined} canChoose={all.filter((each) => each.round === session.round).length > 1} />
        ))}
      </ol>
      {isComparing && left && right && <Compare left={left} right={right} onClose={() => setComparing(false)} />}
    </section>
  );
}

interface EntryProps {
  session: Session;
  isPicked: boolean;
  onPick: (() => void) | undefined;
  canChoose: boolean;
}

function Entry({ session, isPicked, onPick, canChoose }: EntryProps) {
  const isLive = isUnderWay(session);
  const [isOpen, setOpen] = useState(isLive);
  const shown = shownStatus(session.status);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className="card">
      <div className="hist-h">
        {onPick && <Checkbox checked={isPicked} onChange={onPick} label={`Compare execution ${session.number}`} />}
        <button type="button" className="row grow" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Chevron className="i t3" size={13} aria-hidden />
          <StatusGlyph glyph={shown.glyph} />
          <span className={`b ${shown.tone}`}>{shown.word}</span>
          <span className="t3 sm num">#{session.number}</span>
          {session.is_winner && <span className="tag ok">Chosen</span>}
          <span className="push row g6 t3 sm num">
            {session.duration_ms !== null && <span>{spoken(session.duration_ms)}</span>}
            <span>{cost(session.usage.cost_usd)}</span>
          </span>
        </button>
        <AgentMonogram name={session.agent} title={session.model ? `${session.agent}, ${session.model}` : session.agent} />
      </div>
      {isOpen && <Details session={session} isLive={isLive} canChoose={canChoose && !session.is_winner && session.status === "completed"} />}
    </li>
  );
}

function Details({ session, isLive, canChoose }: { session: Session; isLive: boolean; canChoose: boolean }) {
  const { project, actions } = useBoard();
  const now = useNow(30_000);
  const [isOutput, setOutput] = useState(isLive);
  return (
    <div className="hist-b">
      <p className="t3 xs">
        <time dateTime={session.created_at} title={fullTime(session.created_at)}>{ago(session.created_at, now) === "now" ? "Just now" : `${ago(session.created_at, now)} ago`}</time>
        {session.model && `, ${session.model}`}
        {session.git_branch_name && <span className="mono">{`, ${session.git_branch_name}`}</span>}
      </p>
      {session.error && <p className="bad sm">{session.error.message}{session.error.hint && ` ${session.error.hint}`}</p>}
      {session.prompt && <p className="prompt" tabIndex={0}>{session.prompt}</p>}
      {!isOutput && session.preview && <p className="preview" tabIndex={0}>{session.preview}</p>}
      {isOutput && <LiveOutput task={session.task_id} session={session.session_id} isLive={isLive} />}
      <div className="row g6 wrap">
        <Link to="/orders/$orderId" params={{ orderId: session.agent_work_order_id }} className="btn sm">
          <ExternalLink className="i" size={12} />
          Open order
        </Link>
        <Button size="sm" aria-expanded={isOutput} onClick={() => setOutput(!isOutput)}>
          {isOutput ? "Hide output" : "Output"}
        </Button>
        {canChoose && (
          <Button size="sm" icon={<Trophy className="i" size={12} />} onClick={() => void actions.run("It was not chosen", () => chooseSession(project, session.task_id, session.session_id))}>
            Choose this one
          </Button>
        )}
      </div>
    </div>
  );
}
