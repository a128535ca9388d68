/** What an order's fields say to a person: one word, one shape, one colour. */
import type { Order } from "@/client/models";
import type { Glyph } from "./StatusGlyph";

export interface ShownStatus {
  glyph: Glyph;
  word: string;
  tone: "t2" | "acc" | "warn" | "ok" | "bad" | "vio" | "t3";
  pill: "running" | "needs" | "done" | "failed" | "queued" | "vio";
}

const SHOWN = {
  pending: { glyph: "queued", word: "Queued", tone: "t2", pill: "queued" },
  running: { glyph: "running", word: "Running", tone: "acc", pill: "running" },
  waiting: { glyph: "needs", word: "Needs you", tone: "warn", pill: "needs" },
  paused: { glyph: "paused", word: "Paused", tone: "t2", pill: "queued" },
  completed: { glyph: "done", word: "Done", tone: "ok", pill: "done" },
  failed: { glyph: "failed", word: "Failed", tone: "bad", pill: "failed" },
  cancelled: { glyph: "cancelled", word: "Cancelled", tone: "t2", pill: "queued" },
} as const satisfies Record<Order["status"], ShownStatus>;

export const shownStatus = (status: Order["status"]): ShownStatus => SHOWN[status];

const MERGED: ShownStatus = { glyph: "merged", word: "Merged", tone: "vio", pill: "vio" };

/** An order that is done and merged is more than done. */
export const shownOrder = (order: Pick<Order, "status" | "pull_request_state">): ShownStatus =>
  order.status === "completed" && order.pull_request_state === "merged" ? MERGED : SHOWN[order.status];

export const isLive = (order: Pick<Order, "status">): boolean =>
  order.status === "pending" || order.status === "running" || order.status === "waiting";

export const isEnded = (order: Pick<Order, "status">): boolean =>
  order.status === "completed" || order.status === "failed" || order.status === "cancelled";

export const canRetry = (order: Pick<Order, "status">): boolean => order.status === "failed" || order.status === "cancelled";
export const canCancel = (order: Pick<Order, "status">): boolean => isLive(order) || order.status === "paused";

export const PHASE_WORDS: Record<string, string> = {
  planning: "Plan",
  implementing: "Build",
  testing: "Test",
  reviewing: "Review",
  completed: "Done",
};

const PHASES: Record<string, string[]> = {
  agent_workflow_plan: ["planning"],
  agent_workflow_build: ["implementing"],
  agent_workflow_implement: ["implementing"],
  agent_workflow_test: ["testing"],
  agent_workflow_validate: ["testing"],
  agent_workflow_plan_build: ["planning", "implementing"],
  agent_workflow_plan_build_test: ["planning", "implementing", "testing"],
};

export const phasesOf = (workflow: string): string[] => PHASES[workflow] ?? ["implementing"];

export const workflowWords = (workflow: string): string => {
  const words = phasesOf(workflow).map((phase) => PHASE_WORDS[phase] ?? phase);
  return words.map((word, index) => (index ? word.toLowerCase() : word)).join(", ");
};

export type StationState = "done" | "running" | "waiting" | "failed" | "pending" | "skipped";

export interface Station {
  phase: string;
  word: string;
  state: StationState;
}

export function stationsOf(order: Pick<Order, "workflow_type" | "current_phase" | "status">): Station[] {
  const phases = phasesOf(order.workflow_type);
  const at = order.current_phase ? phases.indexOf(order.current_phase) : -1;
  return phases.map((phase, index) => ({ phase, word: PHASE_WORDS[phase] ?? phase, state: stateAt(order, index, at) }));
}

function stateAt(order: Pick<Order, "current_phase" | "status">, index: number, at: number): StationState {
  if (order.status === "completed" || order.current_phase === "completed") return "done";
  if (index < at) return "done";
  if (index > at) return order.status === "cancelled" ? "skipped" : "pending";
  const here: Partial<Record<Order["status"], StationState>> = { running: "running", waiting: "waiting", failed: "failed", cancelled: "skipped" };
  return here[order.status] ?? "pending";
}

const SANDBOXES: Record<string, string> = {
  git_worktree: "Git worktree",
  git_branch: "Git branch",
  container: "Container",
  docker: "Container",
  process: "Isolated process",
  e2b: "E2B",
  dagger: "Dagger",
  kubernetes: "Kubernetes",
};

export const sandboxWords = (sandbox: string): string => SANDBOXES[sandbox] ?? sandbox.replaceAll("_", " ");
