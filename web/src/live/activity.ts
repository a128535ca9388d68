/** The last coarse thing that happened to an order, in words. Known from when this page was opened. */
import { useSyncExternalStore } from "react";
import { type FeedEvent, onFeedEvent } from "./feed";

const WORDS: Record<string, (event: FeedEvent) => string | null> = {
  sandbox_created: () => "Sandbox is ready",
  git_branch_created: () => "Branch is cut",
  agent_session_started: () => "Agent is at work",
  workflow_phase_started: (event) => `${phase(event)} started`,
  workflow_phase_completed: (event) => `${phase(event)} is done`,
  git_commit_created: (event) => `Committed ${String(event["subject"] ?? event["message"] ?? "").split("\n")[0] || "changes"}`,
  git_push_completed: () => "Pushed",
  github_pull_request_created: (event) => `Opened pull request #${String(event["pull_request_number"] ?? event["number"] ?? "")}`,
  agent_command_retried: () => "Trying again",
  ai_review_started: () => "Reading the change",
  agent_permission_requested: (event) => `Asks: ${String(event["title"] ?? "permission")}`,
};
const PHASES: Record<string, string> = { planning: "Plan", implementing: "Build", testing: "Test" };
const phase = (event: FeedEvent): string => PHASES[String(event["phase"])] ?? "Phase";

const latest = new Map<string, string>();
const listeners = new Set<() => void>();
const REMEMBERED = 500;

onFeedEvent((event) => {
  const words = WORDS[event.type]?.(event);
  const id = event.agent_work_order_id;
  if (!words || !id) return;
  latest.delete(id);
  latest.set(id, words);
  if (latest.size > REMEMBERED) latest.delete(latest.keys().next().value ?? "");
  listeners.forEach((each) => each());
});

const onActivity = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useActivity = (id: string): string | null => useSyncExternalStore(onActivity, () => latest.get(id) ?? null);
