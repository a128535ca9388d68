import type { Task, TaskStatus } from "./board-queries";
import type { Drag } from "./use-drag";

/** What a column shows: its cards, and null where the lifted one would come to lie. */
export function rowsOf(status: TaskStatus, tasks: readonly Task[], drag: Drag | null): (Task | null)[] {
  if (!drag || drag.place.status !== status) return [...tasks];
  const found = drag.place.above === null ? -1 : tasks.findIndex((each) => each.task_id === drag.place.above);
  const at = found < 0 ? tasks.length : found;
  const isWhereItLies = tasks[at - 1]?.task_id === drag.task.task_id;
  const rows: readonly (Task | null)[] = tasks;
  return isWhereItLies ? [...rows] : rows.toSpliced(at, 0, null);
}
