/** A tool call in few words: what it did, to what, and how it went. */
import { listOf, recordOf, stringOf, type JournalEvent } from "./journal-events";
import { changedLines } from "@/lib/line-diff";
import type { TestCounts } from "./items";
import { testCounts } from "./test-counts";

type ToolState = "pending" | "running" | "done" | "failed";
export type ToolKind = "read" | "edit" | "delete" | "move" | "search" | "execute" | "think" | "fetch" | "other";

export interface FileEdit {
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
}

/** The bulky part of a call. Of old calls it is let go and read from the journal again when somebody looks. */
export interface ToolDetail {
  readonly input: string | undefined;
  readonly output: string | undefined;
  readonly edits: readonly FileEdit[];
  readonly truncated: boolean;
}

export interface ToolCall {
  readonly id: string;
  /** Where the journal has it. */
  readonly seq: number;
  readonly kind: ToolKind;
  readonly verb: string;
  readonly target: string;
  readonly state: ToolState;
  readonly startedAt: string;
  readonly seconds: number | undefined;
  readonly added: number | undefined;
  readonly removed: number | undefined;
  readonly lines: number | undefined;
  readonly exitCode: number | undefined;
  readonly tests: TestCounts | undefined;
  readonly detail: ToolDetail | undefined;
  readonly hasDetail: boolean;
}

const KINDS: Readonly<Record<string, readonly [ToolKind, string]>> = {
  read: ["read", "Read"],
  edit: ["edit", "Edit"],
  delete: ["delete", "Delete"],
  move: ["move", "Move"],
  search: ["search", "Search"],
  execute: ["execute", "Run"],
  think: ["think", "Think"],
  fetch: ["fetch", "Fetch"],
};
const STATES: Readonly<Record<string, ToolState>> = {
  pending: "pending",
  in_progress: "running",
  completed: "done",
  failed: "failed",
};
const LEADING_VERB = /^(?:read|write|edit|create|delete|remove|move|run|execute|bash|search|grep|glob|find|fetch|list|update|patch)(?:ing)?[:\s]+(?=\S)/i;

export function toolCallOf(event: JournalEvent, before: ToolCall | undefined): ToolCall {
  const [kind, verb] = KINDS[String(event["kind"])] ?? (["other", ""] as const);
  const detail = toolDetailOf(event);
  const state = STATES[String(event["status"])] ?? "running";
  const startedAt = before?.startedAt ?? event.at;
  const ended = state === "done" || state === "failed";
  const edited = detail.edits.length > 0 ? changedLines(detail.edits) : undefined;
  const isNew = detail.edits.length > 0 && detail.edits.every((edit) => edit.oldText === "");
  return {
    id: String(event["tool_call_id"]),
    seq: event.seq,
    kind,
    verb: kind === "edit" && isNew ? "Write" : verb,
    target: targetOf(event, kind),
    state,
    startedAt,
    seconds: ended && before !== undefined ? secondsBetween(startedAt, event.at) : undefined,
    added: edited?.added,
    removed: edited?.removed,
    lines: kind === "read" && detail.output !== undefined ? lineCount(detail.output) : undefined,
    exitCode: exitCodeOf(event),
    tests: kind === "execute" && detail.output !== undefined ? testCounts(detail.output) : undefined,
    detail,
    hasDetail: detail.input !== undefined || detail.output !== undefined || detail.edits.length > 0,
  };
}

export function toolDetailOf(event: JournalEvent): ToolDetail {
  const texts: string[] = [];
  const edits: FileEdit[] = [];
  for (const each of listOf(event["content"])) {
    const part = recordOf(each);
    if (part["type"] === "diff") {
      edits.push({
        path: relativePath(stringOf(part["path"]) ?? ""),
        oldText: stringOf(part["oldText"]) ?? "",
        newText: stringOf(part["newText"]) ?? "",
      });
    } else {
      const text = stringOf(recordOf(part["content"])["text"]) ?? stringOf(part["text"]);
      if (text !== undefined) texts.push(text);
    }
  }
  const output = texts.length > 0 ? texts.join("\n") : outputOf(event["output"]);
  return { input: inputOf(event), output: edits.length > 0 && texts.length === 0 ? undefined : output, edits, truncated: event["truncated"] === true };
}

export function detailSize(detail: ToolDetail | undefined): number {
  if (detail === undefined) return 0;
  const edits = detail.edits.reduce((sum, edit) => sum + edit.oldText.length + edit.newText.length, 0);
  return (detail.input?.length ?? 0) + (detail.output?.length ?? 0) + edits;
}

function relativePath(path: string): string {
  const inside = /\/(?:workspace|worktree|worktrees\/[^/]+)\/(.+)$/.exec(path);
  return inside?.[1] ?? path;
}

function targetOf(event: JournalEvent, kind: ToolKind): string {
  const title = stringOf(event["title"]) ?? "";
  const input = recordOf(event["input"]);
  if (kind === "execute") return stringOf(input["command"]) ?? title.replace(LEADING_VERB, "");
  const location = recordOf(listOf(event["locations"])[0]);
  const path = stringOf(location["path"]) ?? stringOf(input["path"]) ?? stringOf(input["file_path"]);
  if (path !== undefined && kind !== "other" && kind !== "search") return relativePath(path);
  if (kind === "search") return stringOf(input["pattern"]) ?? stringOf(input["query"]) ?? title.replace(LEADING_VERB, "");
  return kind === "other" ? title : title.replace(LEADING_VERB, "");
}

function inputOf(event: JournalEvent): string | undefined {
  const input = recordOf(event["input"]);
  const names = Object.keys(input);
  if (names.length === 0) return undefined;
  const command = stringOf(input["command"]);
  if (command !== undefined) return command;
  if (names.length === 1 && (names[0] === "path" || names[0] === "file_path")) return undefined;
  return JSON.stringify(input, null, 2);
}

function outputOf(value: unknown): string | undefined {
  if (typeof value === "string") return value === "" ? undefined : value;
  const record = recordOf(value);
  const text = stringOf(record["output"]) ?? stringOf(record["stdout"]) ?? stringOf(record["text"]);
  if (text !== undefined) return text;
  return Object.keys(record).length > 0 && record["exit_code"] === undefined ? JSON.stringify(record, null, 2) : undefined;
}

function exitCodeOf(event: JournalEvent): number | undefined {
  const output = recordOf(event["output"]);
  const code = output["exit_code"] ?? output["exitCode"];
  return typeof code === "number" ? code : undefined;
}

function lineCount(text: string): number {
  const lines = text.split("\n").length;
  return text.endsWith("\n") ? lines - 1 : lines;
}

export function secondsBetween(from: string, to: string): number {
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);
}
