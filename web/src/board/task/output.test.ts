// @vitest-environment node
import { expect, test } from "vitest";
import { type OutputLine, withOutput } from "./output";

const play = (events: [string, Record<string, unknown>][]): OutputLine[] =>
  events.reduce<OutputLine[]>((lines, [event, facts], index) => withOutput(lines, event, facts, String(index)), []);

test("a message grows with its deltas and ends as the whole", () => {
  const lines = play([
    ["output", { message_id: "m", offset: 0, text: "Grüße 🙂" }],
    ["output", { message_id: "m", offset: 7, text: ", you" }],
  ]);
  expect(lines.map((line) => line.text)).toEqual(["Grüße 🙂, you"]);
  expect(withOutput(lines, "output", { message_id: "m", text: "Grüße." }, "9").map((line) => line.text)).toEqual(["Grüße."]);
});

test("a delta that comes twice changes nothing", () => {
  const delta: [string, Record<string, unknown>] = ["output", { message_id: "m", offset: 2, text: "cd" }];
  expect(play([["output", { message_id: "m", offset: 0, text: "ab" }], delta, delta]).map((line) => line.text)).toEqual(["abcd"]);
});

test("what happens around it is told in words", () => {
  const lines = play([
    ["status", { event: "workflow_phase_started", phase: "implementing" }],
    ["output", { tool_call: "Write README.md" }],
    ["error", { error: { message: "The model is busy" } }],
    ["done", { status: "completed" }],
  ]);
  expect(lines.map(({ kind, text }) => [kind, text])).toEqual([["status", "Build started"], ["tool", "Write README.md"], ["error", "The model is busy"], ["status", "Ended: completed"]]);
});

test("a flood stays bounded", () => {
  expect(play(Array.from({ length: 800 }, (_, index) => ["output", { message_id: `m${index}`, text: "x" }]))).toHaveLength(500);
});
