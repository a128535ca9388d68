// @vitest-environment node
import { expect, test } from "vitest";
import type { Moves } from "./board-queries";
import { canMove, verdictOf } from "./verdict";

const MOVES = {
  todo: { in_progress: "execute", ai_review: "Execute it, or move it to human_review or done.", human_review: "none", done: "none" },
  in_progress: { todo: "stop", done: "An agent is working on it." },
} as unknown as Moves;

test.each([
  ["todo", "todo", "sort"],
  ["todo", "in_progress", "execute"],
  ["todo", "done", "move"],
  ["in_progress", "todo", "stop"],
  ["in_progress", "done", "refused"],
] as const)("from %s to %s: %s", (from, to, kind) => {
  expect(verdictOf(MOVES, from, to).kind).toBe(kind);
  expect(canMove(MOVES, from, to)).toBe(kind !== "sort" && kind !== "refused");
});

test("a refusal says why, in the board's words", () => {
  expect(verdictOf(MOVES, "todo", "ai_review")).toMatchObject({ reason: "Execute it, or move it to Human review or done." });
});

test("where the rules are not known yet the server decides", () => {
  expect(verdictOf(undefined, "todo", "ai_review").kind).toBe("move");
});
