/** Which lane a card stands in, and what it becomes in another one: pure. */
import type { Task } from "./board-queries";
import type { Place } from "./columns";

/** A card stands in the lane of its first label. */
export const laneOf = (task: Task): string | null => task.labels[0] ?? null;

/** The lane's label takes the place of the first one; the lane without labels takes them all. */
export function labelsIn(task: Task, lane: string | null): string[] {
  if (lane === laneOf(task)) return task.labels;
  return lane === null ? [] : [lane, ...task.labels.slice(1).filter((each) => each !== lane)];
}

export const isIn = (task: Task, place: Place): boolean => task.status === place.status && (place.lane === undefined || laneOf(task) === place.lane);
