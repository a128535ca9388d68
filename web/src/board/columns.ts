/** From tasks to columns, and where a card goes: pure. */
import type { Task, TaskStatus } from "./board-queries";
import { isIn, labelsIn } from "./lane-labels";

export const COLUMNS = ["todo", "in_progress", "ai_review", "human_review", "done"] as const satisfies readonly TaskStatus[];

export const COLUMN_WORDS: Record<TaskStatus, string> = {
  todo: "To do",
  in_progress: "In progress",
  ai_review: "AI review",
  human_review: "Human review",
  done: "Done",
};

export type Columns = Record<TaskStatus, Task[]>;

/** The server gives each column from the top; what was moved here a moment ago stands where it was put. */
export function columnsOf(tasks: readonly Task[]): Columns {
  const columns: Columns = { todo: [], in_progress: [], ai_review: [], human_review: [], done: [] };
  for (const task of tasks) columns[task.status].push(task);
  return columns;
}

export interface BoardFilter {
  q?: string | undefined;
  label?: string | undefined;
  assignee?: string | undefined;
}

export function filtered(tasks: readonly Task[], { q, label, assignee }: BoardFilter): Task[] {
  const text = q?.trim().toLowerCase() ?? "";
  return tasks.filter(
    (task) =>
      (!label || task.labels.includes(label)) &&
      (!assignee || task.assignee === assignee) &&
      (!text || [task.title, task.description, task.task_id, ...task.labels].some((each) => each.toLowerCase().includes(text))),
  );
}

export const labelsOf = (tasks: readonly Task[]): string[] => [...new Set(tasks.flatMap((task) => task.labels))].toSorted();

export const assigneesOf = (tasks: readonly Task[]): string[] =>
  [...new Set(tasks.flatMap((task) => (task.assignee ? [task.assignee] : [])))].toSorted();

/** Where a card would come to lie: above another, or at the end of its column. */
export interface Place {
  status: TaskStatus;
  above: string | null;
  /** Where the board is cut by label: whose lane; null is the one without. */
  lane?: string | null;
}

/** The tasks as they are once the card lies there. */
export function moved(tasks: readonly Task[], id: string, place: Place): Task[] {
  const task = tasks.find((each) => each.task_id === id);
  if (!task) return [...tasks];
  const rest = tasks.filter((each) => each.task_id !== id);
  const put = { ...task, status: place.status, labels: place.lane === undefined ? task.labels : labelsIn(task, place.lane) };
  const above = place.above === null ? -1 : rest.findIndex((each) => each.task_id === place.above);
  if (above >= 0) return rest.toSpliced(above, 0, put);
  const inCell = rest.findLastIndex((each) => isIn(each, place));
  const last = inCell < 0 ? rest.findLastIndex((each) => each.status === place.status) : inCell;
  return last < 0 ? [...rest, put] : rest.toSpliced(last + 1, 0, put);
}

/** The next place for a lifted card, one step of an arrow key away. */
export function stepped(columns: Columns, id: string, place: Place, key: string): Place {
  const others = columns[place.status].filter((each) => each.task_id !== id);
  const at = place.above === null ? others.length : others.findIndex((each) => each.task_id === place.above);
  if (key === "ArrowUp" || key === "ArrowDown") {
    const next = Math.min(others.length, Math.max(0, at + (key === "ArrowUp" ? -1 : 1)));
    return { status: place.status, above: others[next]?.task_id ?? null };
  }
  const column = COLUMNS.indexOf(place.status) + (key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0);
  const status = COLUMNS[Math.min(COLUMNS.length - 1, Math.max(0, column))] ?? place.status;
  if (status === place.status) return place;
  const beside = columns[status].filter((each) => each.task_id !== id);
  return { status, above: beside[Math.min(at, beside.length)]?.task_id ?? null };
}

/** Where the card lies now. */
export function placeOf(columns: Columns, task: Task): Place {
  const column = columns[task.status];
  return { status: task.status, above: column[column.findIndex((each) => each.task_id === task.task_id) + 1]?.task_id ?? null };
}

export const isSamePlace = (one: Place, other: Place): boolean => one.status === other.status && one.above === other.above && one.lane === other.lane;
