/** Which place of the board lies under a point of the screen. */
import type { TaskStatus } from "./board-queries";
import type { Place } from "./columns";

const holds = (box: DOMRect, x: number, y: number): boolean => x >= box.left && x < box.right && y >= box.top && y < box.bottom;

export function placeAt(x: number, y: number, dragged: string): Place | null {
  const columns = [...document.querySelectorAll<HTMLElement>("[data-column]")];
  const column = columns.find((each) => holds(each.getBoundingClientRect(), x, y));
  if (!column) return null;
  const cards = [...column.querySelectorAll<HTMLElement>("[data-task]")]
    .filter((card) => card.dataset["task"] !== dragged)
    .map((card) => ({ id: card.dataset["task"] ?? "", box: card.getBoundingClientRect() }))
    .toSorted((one, other) => one.box.top - other.box.top);
  const below = cards.find(({ box }) => box.top + box.height / 2 > y);
  const lane = column.dataset["lane"];
  return { status: column.dataset["column"] as TaskStatus, above: below?.id ?? null, ...(lane === undefined ? {} : { lane: lane || null }) };
}
