import { expect, test } from "vitest";
import type { JournalEvent } from "./journal-events";
import { TurnMeter } from "./turn-meter";

let seq = 0;
const event = (type: string, second: number, facts: object = {}) =>
  ({ seq: ++seq, type, at: `2026-01-01T00:00:${String(second).padStart(2, "0")}Z`, ...facts }) as unknown as JournalEvent;

function metered(...events: JournalEvent[]) {
  const meter = new TurnMeter();
  events.forEach((each) => meter.apply(each));
  return meter.usage;
}

const FIRST = [
  event("agent_command_started", 1, { phase: "planning" }),
  event("agent_usage", 2, { cost_usd: 0.5, total_tokens: null, context_tokens: 900, context_size: 2000 }),
  event("agent_command_completed", 3, { phase: "planning", usage: { cost_usd: 0.7, total_tokens: 1200 } }),
];

test("a turn tells what it has used, at its end for good", () => {
  expect(metered(...FIRST)).toMatchObject({ endedAt: "2026-01-01T00:00:03Z", costUsd: 0.7, tokens: 1200, contextTokens: 900, contextSize: 2000 });
});

test("the next turn begins at nothing, with the context as it was", () => {
  const usage = metered(...FIRST, event("agent_command_started", 5, { phase: "implementing" }));
  expect(usage).toEqual({ startedAt: "2026-01-01T00:00:05Z", endedAt: undefined, costUsd: undefined, tokens: undefined, contextTokens: 900, contextSize: 2000 });
});

test("a review by another agent is not a turn of this one", () => {
  const usage = metered(...FIRST, event("agent_command_started", 6, { phase: "reviewing" }), event("agent_usage", 7, { phase: "reviewing", cost_usd: 9, context_tokens: 5 }));
  expect(usage).toMatchObject({ costUsd: 0.7, contextTokens: 900 });
});

test("what ends the order ends the turn", () => {
  expect(metered(event("agent_command_started", 1), event("agent_work_order_paused", 4))?.endedAt).toBe("2026-01-01T00:00:04Z");
});
