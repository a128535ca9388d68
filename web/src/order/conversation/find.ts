/** Search in the whole conversation, also in what is not on the screen. */
import type { Item } from "./items";

function searchableText(item: Item): string {
  switch (item.kind) {
    case "person":
    case "text":
    case "thought":
    case "note":
      return item.text;
    case "tools":
      return item.calls.map((call) => `${call.verb} ${call.target}`).join("\n");
    case "plan":
      return item.entries.map((entry) => entry.text).join("\n");
    case "git":
      return item.rows.map((row) => (row.kind === "commit" ? `${row.sha.slice(0, 7)} ${row.subject}` : `#${row.number} ${row.title}`)).join("\n");
    case "error":
      return `${item.message} ${item.hint ?? ""}`;
    case "request":
      return `${item.title} ${item.command ?? ""}`;
    case "turn":
    case "agent":
      return "";
  }
}

/** Indexes of the items in which the text occurs. */
export function find(items: readonly Item[], wanted: string): number[] {
  const needle = wanted.trim().toLocaleLowerCase();
  if (needle === "") return [];
  const found: number[] = [];
  items.forEach((item, index) => {
    if (searchableText(item).toLocaleLowerCase().includes(needle)) found.push(index);
  });
  return found;
}
