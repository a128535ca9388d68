/** What a drop does, said before it is done. */
import type { Moves, TaskStatus } from "./board-queries";
import { COLUMN_WORDS } from "./columns";

export type Verdict =
  | { kind: "sort"; text: string }
  | { kind: "move"; text: string }
  | { kind: "execute"; text: string }
  | { kind: "stop"; text: string }
  | { kind: "review"; text: string }
  | { kind: "approve"; text: string }
  | { kind: "refused"; text: string; reason: string };

const WORDS: Record<string, TaskStatus> = { todo: "todo", in_progress: "in_progress", ai_review: "ai_review", human_review: "human_review", done: "done" };

/** The rules speak in the wire's words, the board in its own. */
const inBoardWords = (reason: string): string =>
  reason.replace(/\b(todo|in_progress|ai_review|human_review)\b/g, (name) => COLUMN_WORDS[WORDS[name] ?? "todo"]);

export function verdictOf(moves: Moves | undefined, from: TaskStatus, to: TaskStatus): Verdict {
  if (from === to) return { kind: "sort", text: "Drop here" };
  const rule = moves?.[from]?.[to] ?? "none";
  if (rule === "none") return { kind: "move", text: `Drop to move to ${COLUMN_WORDS[to]}` };
  if (rule === "execute") return { kind: "execute", text: "Drop to start an agent" };
  if (rule === "stop") return { kind: "stop", text: "Drop to stop the agent" };
  if (rule === "review") return { kind: "review", text: "Drop to have it reviewed again" };
  if (rule === "approve") return { kind: "approve", text: "Drop to approve it" };
  return { kind: "refused", text: "Not from here", reason: inBoardWords(rule) };
}

export const canMove = (moves: Moves | undefined, from: TaskStatus, to: TaskStatus): boolean => {
  const { kind } = verdictOf(moves, from, to);
  return kind !== "refused" && kind !== "sort";
};
