/** An execution's output, line by line, from its server-sent events. */
import { PHASE_WORDS } from "@/ui/order-status";

export interface OutputLine {
  key: string;
  kind: "text" | "tool" | "status" | "error";
  text: string;
}

const MOST = 500;

const STATUS_WORDS: Record<string, (facts: Record<string, unknown>) => string> = {
  agent_work_order_queued: () => "Queued",
  agent_work_order_started: () => "Started",
  agent_work_order_waiting: () => "Waits for a person",
  agent_work_order_paused: () => "Paused",
  workflow_phase_started: (facts) => `${PHASE_WORDS[String(facts["phase"])] ?? "Phase"} started`,
  workflow_phase_completed: (facts) => `${PHASE_WORDS[String(facts["phase"])] ?? "Phase"} is done`,
  git_commit_created: () => "Committed",
  github_pull_request_created: () => "Pull request opened",
};

const asText = (value: unknown): string => (typeof value === "string" ? value : typeof value === "object" && value !== null && "message" in value ? String(value.message) : JSON.stringify(value ?? ""));

export function withOutput(lines: readonly OutputLine[], event: string, facts: Record<string, unknown>, id: string | null): OutputLine[] {
  const add = (kind: OutputLine["kind"], text: string, key = `${event}-${id ?? lines.length}`) => [...lines, { key, kind, text }].slice(-MOST);
  if (event === "status") return add("status", STATUS_WORDS[String(facts["event"])]?.(facts) ?? String(facts["event"]).replaceAll("_", " "));
  if (event === "error") return add("error", asText(facts["error"]));
  if (event === "done") return add("status", facts["status"] ? `Ended: ${String(facts["status"])}` : "Ended");
  if (event !== "output") return [...lines];
  if (facts["tool_call"] !== undefined) return facts["tool_call"] === null ? [...lines] : add("tool", String(facts["tool_call"]));
  return said(lines, String(facts["message_id"]), String(facts["text"] ?? ""), facts["offset"], add);
}

function said(lines: readonly OutputLine[], message: string, text: string, offset: unknown, add: (kind: OutputLine["kind"], text: string, key: string) => OutputLine[]): OutputLine[] {
  const at = lines.findLastIndex((line) => line.key === message);
  const known = lines[at];
  if (!known) return text ? add("text", text, message) : [...lines];
  const whole = typeof offset === "number" ? [...known.text].slice(0, offset).join("") + text : text;
  return lines.with(at, { ...known, text: whole });
}
