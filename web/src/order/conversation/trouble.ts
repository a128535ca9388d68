/** What needs attention in a conversation: errors and requests. */
import type { ErrorCategory, ErrorItem, RequestItem } from "./items";
import { listOf, numberOf, recordOf, stringOf, textOf, type JournalEvent } from "./journal-events";

const CATEGORIES: readonly string[] = ["transient", "persistent", "user-action", "fatal"];

export function errorOf(event: JournalEvent, id: string): ErrorItem {
  const category = textOf(event, "category") ?? "";
  return {
    kind: "error",
    id,
    version: event.seq,
    at: event.at,
    category: CATEGORIES.includes(category) ? (category as ErrorCategory) : "persistent",
    code: textOf(event, "code"),
    message: textOf(event, "error") ?? "The work order failed.",
    hint: textOf(event, "hint"),
    phase: textOf(event, "phase"),
    retryable: event["retryable"] !== false,
    attempt: undefined,
    retryAt: undefined,
    past: false,
  };
}

/** Something that is tried again by itself. */
export function retryOf(event: JournalEvent, id: string): ErrorItem {
  const delay = numberOf(event, "delay_seconds") ?? 0;
  const failed = errorOf(event, id);
  const doing = textOf(event, "doing");
  return {
    ...failed,
    message: doing === undefined ? failed.message : `Could not ${doing}: ${failed.message}`,
    category: "transient",
    attempt: (numberOf(event, "attempt") ?? 1) + 1,
    retryAt: Date.parse(event.at) + delay * 1000,
  };
}

export function requestOf(event: JournalEvent, id: string): RequestItem {
  const call = recordOf(event["tool_call"]);
  const input = recordOf(call["rawInput"] ?? call["input"]);
  return {
    kind: "request",
    id,
    version: event.seq,
    at: event.at,
    permissionId: textOf(event, "permission_id") ?? "",
    title: textOf(event, "title") ?? stringOf(call["title"]) ?? "",
    toolCallId: stringOf(call["toolCallId"]) ?? stringOf(call["tool_call_id"]),
    toolKind: stringOf(call["kind"]),
    command: stringOf(input["command"]),
    reason: stringOf(input["description"]) ?? textOf(event, "reason"),
    options: listOf(event["options"]).map((each) => {
      const option = recordOf(each);
      return { option_id: String(option["option_id"]), name: stringOf(option["name"]) ?? String(option["option_id"]), kind: stringOf(option["kind"]) ?? "" };
    }),
    answer: undefined,
  };
}
