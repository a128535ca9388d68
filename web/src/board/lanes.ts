/** The board cut by label: pure. */
import type { Task } from "./board-queries";
import { COLUMNS, type Place } from "./columns";
import { laneOf } from "./lane-labels";

export interface Lane {
  /** null: the cards without a label. */
  label: string | null;
  tasks: Task[];
}

export function lanesOf(tasks: readonly Task[]): Lane[] {
  const lanes = new Map<string | null, Task[]>();
  for (const task of tasks) {
    const own = lanes.get(laneOf(task));
    if (own) own.push(task);
    else lanes.set(laneOf(task), [task]);
  }
  return [...lanes]
    .map(([label, own]) => ({ label, tasks: own }))
    .toSorted((one, other) => (one.label === null ? 1 : other.label === null ? -1 : one.label.localeCompare(other.label)));
}

/** Where the card lies now. */
export function placeInLane(lanes: readonly Lane[], task: Task): Place {
  const place = { status: task.status, lane: laneOf(task) };
  const cell = cellAt(lanes, place.lane).filter((each) => each.status === task.status);
  return { ...place, above: cell[cell.findIndex((each) => each.task_id === task.task_id) + 1]?.task_id ?? null };
}

/** One step of an arrow key: up and down through a cell and on into the next lane, left and right through the columns. */
export function steppedInLanes(lanes: readonly Lane[], id: string, place: Place, key: string): Place {
  const lane = lanes.findIndex((each) => each.label === place.lane);
  const cell = (at: number, status = place.status) => (lanes[at]?.tasks ?? []).filter((each) => each.status === status && each.task_id !== id);
  const others = cell(lane);
  const found = others.findIndex((each) => each.task_id === place.above);
  const at = found < 0 ? others.length : found;
  if (key === "ArrowUp" && at > 0) return { ...place, above: others[at - 1]?.task_id ?? null };
  if (key === "ArrowDown" && at < others.length) return { ...place, above: others[at + 1]?.task_id ?? null };
  if (key === "ArrowUp" && lane > 0) return { ...place, lane: lanes[lane - 1]?.label ?? null, above: null };
  if (key === "ArrowDown" && lane < lanes.length - 1) return { ...place, lane: lanes[lane + 1]?.label ?? null, above: cell(lane + 1)[0]?.task_id ?? null };
  const column = COLUMNS.indexOf(place.status) + (key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0);
  const status = COLUMNS[Math.min(COLUMNS.length - 1, Math.max(0, column))] ?? place.status;
  if (status === place.status) return place;
  const beside = cell(lane, status);
  return { ...place, status, above: beside[Math.min(at, beside.length)]?.task_id ?? null };
}

const cellAt = (lanes: readonly Lane[], label: string | null): Task[] => lanes.find((each) => each.label === label)?.tasks ?? [];
