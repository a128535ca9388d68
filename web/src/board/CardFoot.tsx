import { Check, Play } from "lucide-react";
import { Link } from "@tanstack/react-router";
import { cx } from "@/lib/classes";
import { cost, plural } from "@/lib/format";
import { LineCounts } from "@/order/text/LineCounts";
import { Button } from "@/ui/Button";
import { AgentMonogram, Avatar } from "@/ui/Monogram";
import { PullRequestIcon } from "@/ui/PullRequestIcon";
import { lookOf, type PullRequestStanding } from "@/ui/pull-request-look";
import type { Task } from "./board-queries";
import { useBoard } from "./board-context";
import { IssueMark } from "./IssueMark";
import { mainSession, spent } from "./sessions";

export function CardFoot({ task }: { task: Task }) {
  const { orders, actions } = useBoard();
  const session = mainSession(task);
  const order = session && orders.get(session.session_id);
  const isFresh = task.status === "todo" && !task.error;
  const price = cost(spent(task.sessions));
  const isEmpty = !session && !task.github_issue_number && !task.assignee && !isFresh;
  const isOnlyRun = isFresh && !session && !task.github_issue_number && !task.assignee;
  if (isEmpty) return null;
  return (
    <>
      <div className={cx("ft", isOnlyRun && "only-run")}>
        {session && task.sessions.length === 1 && <AgentMonogram name={session.agent} />}
        {task.sessions.length > 1 && <span>{plural(task.sessions.length, "attempt")}{task.status === "in_progress" ? " side by side" : ""}</span>}
        {task.github_issue_number && <IssueMark task={task} />}
        {session?.pull_request_number && (
          <PullRequestNumber number={session.pull_request_number} standing={session.pull_request_state} />
        )}
        {order && (order.git_lines_added > 0 || order.git_lines_removed > 0) && <LineCounts added={order.git_lines_added} removed={order.git_lines_removed} />}
        <span className="push row g6">
          {task.assignee && <Avatar name={task.assignee} />}
          {price}
          {isFresh && (
            <Button size="sm" icon={<Play className="i" size={11} />} onClick={() => void actions.execute(task)}>
              Run
            </Button>
          )}
        </span>
      </div>
      {task.status === "human_review" && <ReviewButtons task={task} order={session?.session_id} />}
    </>
  );
}

function PullRequestNumber({ number, standing }: { number: number; standing: PullRequestStanding | null }) {
  const look = standing ? lookOf(standing) : undefined;
  const isOver = look?.word === "Merged" || look?.word === "Closed";
  return (
    <span className={cx("row g4", look?.tone)}>
      <PullRequestIcon look={look} size={12} />
      <span className="sr-only">Pull request </span>#{number}
      {look && <span className={isOver ? undefined : "sr-only"}>{look.word.toLowerCase()}</span>}
    </span>
  );
}

function ReviewButtons({ task, order }: { task: Task; order: string | undefined }) {
  const { actions } = useBoard();
  return (
    <div className="row g6">
      <Button size="sm" icon={<Check className="i" size={12} />} onClick={() => void actions.move(task, { status: "done", above: null }, null)}>
        Approve
      </Button>
      {order && (
        <Link to="/orders/$orderId" params={{ orderId: order }} search={{ tab: "changes" }} className="btn sm">
          Review diff
        </Link>
      )}
    </div>
  );
}
