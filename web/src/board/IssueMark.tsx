/** The issue a task stands for, and whether that is open. */
import { CircleCheck, CircleDot, CircleSlash } from "lucide-react";
import { cx } from "@/lib/classes";
import type { Task } from "./board-queries";

const LOOKS = {
  open: { Icon: CircleDot, tone: "ok", word: null },
  closed: { Icon: CircleCheck, tone: "vio", word: "closed" },
  missing: { Icon: CircleSlash, tone: "bad", word: "not found" },
} as const;

export function IssueMark({ task }: { task: Pick<Task, "github_issue_number" | "issue"> }) {
  const look = task.issue?.state ? LOOKS[task.issue.state] : undefined;
  const Icon = look?.Icon ?? CircleDot;
  return (
    <span className="row g4" title={task.issue?.title ?? undefined}>
      <Icon className={cx("i", look?.tone)} size={12} aria-hidden />
      <span className="sr-only">Issue </span>#{task.github_issue_number}
      {look && <span className={look.word ? undefined : "sr-only"}>{look.word ?? "open"}</span>}
    </span>
  );
}
