/** The conversation as it is shown: one item a row, each replaced as a whole when something in it changes. */
import type { ToolCall } from "./tool-calls";

interface Base {
  readonly id: string;
  /** Changes whenever the item does: what a row's memo compares. */
  readonly version: number;
  readonly at: string;
}

export interface TurnItem extends Base {
  readonly kind: "turn";
  readonly number: number;
  readonly label: string | undefined;
}

export interface PersonItem extends Base {
  readonly kind: "person";
  readonly author: string | undefined;
  readonly text: string;
}

export interface AgentHeadItem extends Base {
  readonly kind: "agent";
  readonly phase: string | undefined;
  /** Where it is not the one that works on the order: the agent that reviews it. */
  readonly reviewer: string | undefined;
  readonly endedAt: string | undefined;
}

export interface TextItem extends Base {
  readonly kind: "text" | "thought";
  readonly text: string;
  readonly open: boolean;
  readonly seconds: number | undefined;
}

export interface ToolsItem extends Base {
  readonly kind: "tools";
  readonly calls: readonly ToolCall[];
}

export type PlanState = "completed" | "in_progress" | "pending";

export interface PlanItem extends Base {
  readonly kind: "plan";
  readonly entries: readonly { readonly text: string; readonly state: PlanState }[];
}

export interface CommitRow {
  readonly kind: "commit";
  readonly sha: string;
  readonly subject: string;
  readonly unfinished: boolean;
  readonly files: number | undefined;
  readonly added: number | undefined;
  readonly removed: number | undefined;
}

export interface PullRequestRow {
  readonly kind: "pull_request";
  readonly number: number;
  readonly title: string;
  readonly url: string | undefined;
}

export interface GitItem extends Base {
  readonly kind: "git";
  readonly rows: readonly (CommitRow | PullRequestRow)[];
}

export type ErrorCategory = "transient" | "persistent" | "user-action" | "fatal";

export interface ErrorItem extends Base {
  readonly kind: "error";
  readonly category: ErrorCategory;
  readonly code: string | undefined;
  readonly message: string;
  readonly hint: string | undefined;
  readonly phase: string | undefined;
  readonly retryable: boolean;
  /** For what is tried again by itself. */
  readonly attempt: number | undefined;
  readonly retryAt: number | undefined;
  /** The work went on since: there is nothing left to do about it. */
  readonly past: boolean;
}

export interface PermissionOption {
  readonly option_id: string;
  readonly name: string;
  readonly kind: string;
}

export interface RequestItem extends Base {
  readonly kind: "request";
  readonly permissionId: string;
  readonly title: string;
  readonly toolCallId: string | undefined;
  readonly toolKind: string | undefined;
  readonly command: string | undefined;
  readonly reason: string | undefined;
  readonly options: readonly PermissionOption[];
  readonly answer: { readonly name: string; readonly allowed: boolean; readonly by: string | undefined } | undefined;
}

export interface NoteItem extends Base {
  readonly kind: "note";
  readonly tone: "quiet" | "warn";
  readonly text: string;
}

export type Item =
  | TurnItem
  | PersonItem
  | AgentHeadItem
  | TextItem
  | ToolsItem
  | PlanItem
  | GitItem
  | ErrorItem
  | RequestItem
  | NoteItem;

export interface PendingPrompt {
  readonly promptId: string;
  readonly text: string;
  readonly author: string | undefined;
  readonly at: string;
}

export type PhaseState = "pending" | "running" | "waiting" | "done" | "failed" | "stopped";

export interface PhaseProgress {
  readonly phase: string;
  readonly state: PhaseState;
  readonly startedAt: string | undefined;
  readonly seconds: number | undefined;
  readonly commits: number;
}

export interface Activity {
  readonly verb: string;
  readonly target: string | undefined;
}

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}
