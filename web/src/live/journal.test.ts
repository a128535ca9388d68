import { expect, test } from "vitest";
import { type JournalEvent, OrderJournal } from "./journal";

const event = (seq: number, type: string, fields: Record<string, unknown> = {}): JournalEvent => ({
  seq,
  at: `2026-01-01T00:00:${String(seq).padStart(2, "0")}Z`,
  type,
  agent_work_order_id: "wo-1",
  ...fields,
});
const said = (seq: number, text: string, fields: Record<string, unknown> = {}) =>
  event(seq, "agent_message", { message_id: "m1", part: 1, offset: 0, text, final: false, ...fields });
const textOf = (journal: OrderJournal) => journal.live().get("m1")?.text;

test("what was seen is not taken twice", () => {
  const journal = new OrderJournal();
  expect(journal.add(event(1, "agent_work_order_created"))).toBe(true);
  expect(journal.add(event(1, "agent_work_order_created"))).toBe(false);
  expect(journal.events()).toHaveLength(1);
});

test("a message is one thing, where it began, as its newest snapshot says", () => {
  const journal = new OrderJournal();
  journal.add(said(1, "Hel"));
  journal.add(event(2, "git_commit_created"));
  journal.add(said(3, "Hello", { final: true }));
  expect(journal.events().map((each) => [each.seq, each["text"]])).toEqual([
    [1, "Hello"],
    [2, undefined],
  ]);
  expect(journal.live().size).toBe(0);
});

test("deltas continue a snapshot, overlaps are cut, gaps wait", () => {
  const journal = new OrderJournal();
  journal.add(said(1, "Hello"));
  journal.hear("agent_message_delta", { message_id: "m1", offset: 5, text: " wor" });
  journal.hear("agent_message_delta", { message_id: "m1", offset: 7, text: "orld" });
  expect(textOf(journal)).toBe("Hello world");
  journal.hear("agent_message_delta", { message_id: "m1", offset: 20, text: "lost" });
  expect(textOf(journal)).toBe("Hello world");
  journal.add(said(2, "Hello world, and the rest"));
  expect(textOf(journal)).toBe("Hello world, and the rest");
});

test("an older snapshot does not take back what was streamed since", () => {
  const journal = new OrderJournal();
  journal.hear("agent_message_delta", { message_id: "m1", offset: 0, text: "Hello world" });
  journal.add(said(1, "Hello"));
  expect(textOf(journal)).toBe("Hello world");
});

test("joining in the middle, and again after a lost connection: no doubles", () => {
  const journal = new OrderJournal();
  journal.hear("agent_message_open", { message_id: "m1", offset: 0, text: "Hello" });
  journal.hear("agent_message_delta", { message_id: "m1", offset: 5, text: " you" });
  journal.hear("agent_message_open", { message_id: "m1", offset: 0, text: "Hello you all" });
  expect(textOf(journal)).toBe("Hello you all");
});

test("offsets count characters, not UTF-16 units", () => {
  const journal = new OrderJournal();
  journal.hear("agent_message_delta", { message_id: "m1", offset: 0, text: "😀😀" });
  journal.hear("agent_message_delta", { message_id: "m1", offset: 2, text: "ok" });
  journal.hear("agent_message_delta", { message_id: "m1", offset: 1, text: "😀ok!" });
  expect(textOf(journal)).toBe("😀😀ok!");
});

test("long messages go on in their next part", () => {
  const journal = new OrderJournal();
  journal.add(said(1, "part one.", { final: true, continues: true }));
  journal.hear("agent_message_delta", { message_id: "m1", offset: 9, text: " part" });
  journal.add(said(2, " part two", { part: 2, offset: 9 }));
  expect(textOf(journal)).toBe("part one. part two");
  expect(journal.events()).toHaveLength(2);
});

test("tool calls of one id are one card", () => {
  const journal = new OrderJournal();
  const call = (seq: number, status: string) => event(seq, "agent_tool_call", { tool_call_id: "t", run_id: "r", status });
  journal.add(call(1, "pending"));
  journal.add(call(2, "completed"));
  expect(journal.events()).toMatchObject([{ seq: 1, last_seq: 2, status: "completed" }]);
});
