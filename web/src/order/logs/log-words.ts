/** A log entry in a line a person reads: what happened, then its facts. */

export interface LogEntry {
  readonly timestamp: string;
  readonly level: string;
  readonly event: string;
  readonly [fact: string]: unknown;
}

const LEVELS: Readonly<Record<string, string>> = { debug: "debug", info: "info", warning: "warn", error: "error" };
const SILENT = new Set(["timestamp", "level", "event", "agent_work_order_id", "seq", "run_id", "status", "prompt", "options", "tool_call", "retryable"]);
const LONGEST_FACT = 80;

export function levelWord(level: string): string {
  return LEVELS[level] ?? level;
}

export function inWords(entry: LogEntry): string {
  const what = entry.event.replace(/^agent_work_order_/, "order ").replace(/^github_/, "").replaceAll("_", " ");
  const facts = Object.entries(entry)
    .filter(([name, value]) => !SILENT.has(name) && (typeof value === "string" || typeof value === "number"))
    .map(([name, value]) => short(name, String(value)));
  return facts.length === 0 ? what : `${what}: ${facts.join(", ")}`;
}

function short(name: string, value: string): string {
  const line = value.replace(/\s+/g, " ");
  const cut = name.endsWith("sha") ? line.slice(0, 7) : line.length > LONGEST_FACT ? `${line.slice(0, LONGEST_FACT)}…` : line;
  return /^(?:error|message|subject|title|reason|prompt_text|command_name|phase)$/.test(name) ? cut : `${name.replace(/^git_|^github_/, "").replaceAll("_", " ")} ${cut}`;
}
