/** What the board's address says: filters, layout, the open task. */
export interface BoardSearch {
  q?: string | undefined;
  label?: string | undefined;
  assignee?: string | undefined;
  lanes?: string | undefined;
  task?: string | undefined;
}

const NAMES = ["q", "label", "assignee", "lanes", "task"] as const;

export function parseBoardSearch(search: Record<string, unknown>): BoardSearch {
  const known = NAMES.map((name) => [name, search[name]] as const);
  return Object.fromEntries(known.flatMap(([name, value]) => (typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [])).filter(([, value]) => value !== ""));
}
