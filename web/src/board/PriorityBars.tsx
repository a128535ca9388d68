import type { TaskPriority } from "./board-queries";

const CLASSES: Record<TaskPriority, string> = { none: "", low: "l", medium: "m", high: "h", urgent: "h u" };
export const PRIORITY_WORDS: Record<TaskPriority, string> = { none: "No priority", low: "Low", medium: "Medium", high: "High", urgent: "Urgent" };

export function PriorityBars({ priority }: { priority: TaskPriority }) {
  if (priority === "none") return null;
  return (
    <span className={`pri ${CLASSES[priority]}`} role="img" aria-label={`Priority ${PRIORITY_WORDS[priority].toLowerCase()}`}>
      <u />
      <u />
      <u />
    </span>
  );
}
