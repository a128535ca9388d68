/** What is going on, and what came of a review, in words. */
import type { Severity } from "@/client/reviews";
import { countWords } from "@/ui/Severity";
import type { Activity } from "./items";
import { type JournalEvent, textOf } from "./journal-events";
import type { ToolCall } from "./tool-calls";

const DOING: Readonly<Record<string, string>> = {
  read: "Reading",
  edit: "Editing",
  delete: "Deleting",
  move: "Moving",
  search: "Searching",
  execute: "Running",
  fetch: "Fetching",
  think: "Thinking",
};

export function activityOf(call: ToolCall): Activity {
  return { verb: DOING[call.kind] ?? "Working on", target: call.target === "" ? undefined : call.target };
}

export function reviewWords(event: JournalEvent): string {
  if (event.type === "ai_review_failed") return `The AI review failed: ${textOf(event, "error") ?? ""}`;
  if (event.type === "ai_review_cancelled") return "The AI review was stopped.";
  const counts = countWords((event["finding_counts"] ?? {}) as Partial<Record<Severity, number>>);
  return `The AI review ${event["verdict"] === "pass" ? "passed" : "wants changes"}${counts && `: ${counts}`}.`;
}
