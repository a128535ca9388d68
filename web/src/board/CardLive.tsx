/** The live part of a card: what goes on, what is asked, what came of it. */
import { Link } from "@tanstack/react-router";
import { RotateCw } from "lucide-react";
import type { Order } from "@/client/models";
import { type AiReviewSummary, isReviewing } from "@/client/reviews";
import { duration, spoken } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { useActivity } from "@/live";
import { Button } from "@/ui/Button";
import { Line } from "@/ui/Line";
import { AgentMonogram } from "@/ui/Monogram";
import { PHASE_WORDS, shownStatus, stationsOf } from "@/ui/order-status";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { Verdict } from "@/ui/Verdict";
import type { Session, Task } from "./board-queries";
import { useBoard } from "./board-context";
import { isUnderWay, mainSession } from "./sessions";

export function CardLive({ task }: { task: Task }) {
  const session = mainSession(task);
  if (task.status === "todo" && task.error) return <Failed task={task} order={session?.session_id} />;
  if (!session || task.status === "todo" || task.status === "done") return null;
  if (task.status === "ai_review" && task.review && isReviewing(task.review)) return <Reviewed task={task} review={task.review} />;
  if (task.sessions.length > 1) return <Attempts sessions={task.sessions} />;
  if (session.status === "waiting") return <Asks session={session} />;
  if (isUnderWay(session)) return <AtWork session={session} />;
  if (task.status === "in_progress") return null;
  return task.review && task.review.status !== "cancelled" ? <Reviewed task={task} review={task.review} /> : <Built task={task} session={session} />;
}

/** The verdict, or that one is being come to; and what kept the card here. */
function Reviewed({ task, review }: { task: Task; review: AiReviewSummary }) {
  const activity = useActivity(review.agent_work_order_id);
  const error = task.error?.message ?? review.error?.message;
  return (
    <div className="blk">
      <div className="act">
        <Verdict review={review} />
      </div>
      {review.status === "running" && <div className="act indent t3 tr">{activity ?? "Reading the change"}</div>}
      {error && !isReviewing(review) && <div className="act bad clamp-2">{error}</div>}
    </div>
  );
}

function Failed({ task, order }: { task: Task; order: string | undefined }) {
  const { actions } = useBoard();
  return (
    <div className="blk">
      <div className="act">
        <StatusGlyph glyph="failed" size={13} label="Failed" />
        <span className="clamp-2">{task.error?.message}</span>
      </div>
      <div className="row g6">
        <Button size="sm" icon={<RotateCw className="i" size={11} />} onClick={() => void actions.execute(task)}>
          Retry
        </Button>
        {order && (
          <Link to="/orders/$orderId" params={{ orderId: order }} search={{ tab: "logs" }} className="btn ghost sm">
            Log
          </Link>
        )}
      </div>
    </div>
  );
}

function Asks({ session }: { session: Session }) {
  const words = useActivity(session.session_id)?.replace(/^Asks: /, "");
  return (
    <div className="blk">
      <div className="act">
        <StatusGlyph glyph="needs" size={13} />
        <span className="warn b">Waits for you</span>
      </div>
      {words && <div className="act clamp-2 asked">{words}</div>}
      <div className="row g6">
        <Link to="/orders/$orderId" params={{ orderId: session.session_id }} className="btn sm">
          Answer
        </Link>
      </div>
    </div>
  );
}

function AtWork({ session }: { session: Session }) {
  const order = useBoard().orders.get(session.session_id);
  const activity = useActivity(session.session_id);
  const isQueued = session.status === "pending";
  const place = order?.queue_position ? `, number ${order.queue_position} in line` : "";
  const shown = shownStatus(session.status);
  return (
    <div className="blk">
      <div className="act">
        <StatusGlyph glyph={shown.glyph} size={13} label={shown.word} />
        <span className="tr">{isQueued ? `Waiting for a sandbox${place}` : session.status === "paused" ? "Paused" : (activity ?? "Agent is at work")}</span>
      </div>
      {!isQueued && order && <Progress order={order} session={session} isIndented />}
    </div>
  );
}

function Progress({ order, session, isIndented }: { order: Order; session: Session; isIndented?: boolean }) {
  return (
    <div className={isIndented ? "act indent" : "act"}>
      <Line stations={stationsOf(order)} />
      <span className="t3 tr">{order.current_phase ? PHASE_WORDS[order.current_phase] : ""}</span>
      <Elapsed session={session} />
    </div>
  );
}

function Elapsed({ session }: { session: Session }) {
  const now = useNow(1000);
  if (!session.started_at) return null;
  const end = session.completed_at ? Date.parse(session.completed_at) : now;
  return <span className="push t3 num">{duration(end - Date.parse(session.started_at))}</span>;
}

function Attempts({ sessions }: { sessions: readonly Session[] }) {
  const { orders } = useBoard();
  return (
    <div className="blk">
      {sessions.toReversed().map((session) => {
        const shown = shownStatus(session.status);
        const order = orders.get(session.session_id);
        return (
          <div className="act" key={session.session_id}>
            <AgentMonogram name={session.agent} />
            <span className="tr">{session.is_winner ? "Chosen" : (session.model ?? `Attempt ${session.number}`)}</span>
            {order && isUnderWay(session) ? <Line stations={stationsOf(order)} /> : <StatusGlyph glyph={shown.glyph} size={12} label={shown.word} />}
            <Elapsed session={session} />
          </div>
        );
      })}
    </div>
  );
}

function Built({ task, session }: { task: Task; session: Session }) {
  const shown = shownStatus(session.status);
  const time = session.duration_ms === null ? "" : ` in ${spoken(session.duration_ms)}`;
  return (
    <div className="blk">
      <div className="act">
        <StatusGlyph glyph={session.status === "completed" ? "done" : shown.glyph} size={13} />
        <span className="tr">{session.status === "completed" ? `Built${time}` : shown.word}</span>
        {task.status === "ai_review" && <span className="push t3">to be reviewed</span>}
      </div>
      {task.error && <div className="act bad clamp-2">{task.error.message}</div>}
    </div>
  );
}
