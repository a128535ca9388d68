import { describe, expect, it } from "vitest";
import { Conversation } from "./conversation";
import type { Item } from "./items";
import type { JournalEvent } from "./journal-events";

class Journal {
  readonly conversation = new Conversation();
  private seq = 0;

  tell(type: string, facts: Record<string, unknown> = {}): JournalEvent {
    this.seq++;
    const at = new Date(Date.UTC(2026, 2, 1, 12, 0, this.seq)).toISOString();
    const event = { seq: this.seq, at, type, agent_work_order_id: "wo-1", ...facts };
    this.conversation.apply(event);
    return event;
  }

  begin(): void {
    this.tell("agent_work_order_created", { initial_prompt: "Add a limiter", title: "Add a limiter" });
    this.tell("agent_work_order_queued", { kind: "start" });
    this.tell("agent_work_order_started");
    this.tell("workflow_phase_started", { phase: "planning" });
    this.tell("agent_command_started", { command_name: "agent_workflow_plan", phase: "planning", attempt: 1 });
  }

  get items(): readonly Item[] {
    return this.conversation.view().items;
  }

  get kinds(): string[] {
    return this.items.map((item) => item.kind);
  }

  only<K extends Item["kind"]>(kind: K): Item & { kind: K } {
    const found = this.items.filter((item) => item.kind === kind);
    expect(found).toHaveLength(1);
    return found[0] as Item & { kind: K };
  }
}

describe("a conversation", () => {
  it("begins with what the person asked for, then the agent", () => {
    const journal = new Journal();
    journal.begin();
    expect(journal.kinds).toEqual(["person", "agent"]);
    expect(journal.only("person").text).toBe("Add a limiter");
  });

  it("hears an event once, however often it comes", () => {
    const journal = new Journal();
    journal.begin();
    const event = journal.tell("git_commit_created", { git_commit_sha: "abc", subject: "feat: x" });
    expect(journal.conversation.apply(event)).toBe(false);
    expect(journal.only("git").rows).toHaveLength(1);
  });

  it("draws a rule before each further phase", () => {
    const journal = new Journal();
    journal.begin();
    journal.tell("agent_command_started", { command_name: "agent_workflow_build", phase: "implementing", attempt: 1 });
    expect(journal.kinds).toEqual(["person", "agent", "turn", "agent"]);
    expect(journal.only("turn")).toMatchObject({ number: 2, label: "implementing" });
  });

  it("puts consecutive tool calls on one card and replaces a call by its news", () => {
    const journal = new Journal();
    journal.begin();
    journal.tell("agent_tool_call", { tool_call_id: "a", kind: "execute", status: "in_progress", input: { command: "ls" } });
    expect(journal.conversation.view().activity).toEqual({ verb: "Running", target: "ls" });
    journal.tell("agent_tool_call", { tool_call_id: "b", kind: "read", status: "completed", locations: [{ path: "/x/workspace/src/a.ts" }] });
    journal.tell("agent_tool_call", { tool_call_id: "a", kind: "execute", status: "completed", input: { command: "ls" }, output: { exit_code: 1, output: "no" } });
    const { calls } = journal.only("tools");
    expect(calls.map((call) => [call.verb, call.target, call.state])).toEqual([
      ["Run", "ls", "done"],
      ["Read", "src/a.ts", "done"],
    ]);
    expect(calls[0]).toMatchObject({ exitCode: 1, seconds: 2 });
  });

  it("starts a new card after something was said between", () => {
    const journal = new Journal();
    journal.begin();
    journal.tell("agent_tool_call", { tool_call_id: "a", kind: "read", status: "completed" });
    journal.tell("agent_message", { message_id: "m", part: 1, offset: 0, text: "Hm.", final: true });
    journal.tell("agent_tool_call", { tool_call_id: "b", kind: "read", status: "completed" });
    expect(journal.kinds.slice(2)).toEqual(["tools", "text", "tools"]);
  });

  it("keeps one plan a turn, as it stands", () => {
    const journal = new Journal();
    journal.begin();
    journal.tell("agent_plan", { entries: [{ content: "Look", status: "in_progress" }, { content: "Do", status: "odd" }] });
    journal.tell("agent_plan", { entries: [{ content: "Look", status: "completed" }, { content: "Do", status: "in_progress" }] });
    expect(journal.only("plan").entries.map((entry) => entry.state)).toEqual(["completed", "in_progress"]);
    expect(journal.conversation.view().plan).toEqual({ done: 1, total: 2 });
  });
});

describe("streamed text", () => {
  const delta = (offset: number, text: string) => ({ type: "agent_message_delta", message_id: "m", offset, text });

  it("grows by deltas and is settled by the snapshot", () => {
    const journal = new Journal();
    journal.begin();
    journal.conversation.applyDelta(delta(0, "Hello "));
    journal.conversation.applyDelta(delta(6, "world"));
    expect(journal.only("text")).toMatchObject({ text: "Hello world", open: true });
    journal.tell("agent_message", { message_id: "m", part: 1, offset: 0, text: "Hello world.", final: true });
    expect(journal.only("text")).toMatchObject({ text: "Hello world.", open: false });
  });

  it("does not double what a reconnect tells again", () => {
    const journal = new Journal();
    journal.begin();
    journal.conversation.applyDelta(delta(0, "Hello wor"));
    journal.conversation.applyDelta({ ...delta(0, "Hello world"), type: "agent_message_open" });
    journal.conversation.applyDelta(delta(9, "ld, again"));
    expect(journal.only("text").text).toBe("Hello world, again");
  });

  it("takes an older snapshot for older news", () => {
    const journal = new Journal();
    journal.begin();
    journal.conversation.applyDelta(delta(0, "One two three"));
    journal.tell("agent_message", { message_id: "m", part: 1, offset: 0, text: "One two", final: false });
    expect(journal.only("text").text).toBe("One two three");
  });

  it("waits for the snapshot when a delta was missed", () => {
    const journal = new Journal();
    journal.begin();
    journal.conversation.applyDelta(delta(0, "One"));
    journal.conversation.applyDelta(delta(9, "three"));
    expect(journal.only("text").text).toBe("One");
    journal.tell("agent_message", { message_id: "m", part: 1, offset: 0, text: "One two three", final: false });
    expect(journal.only("text").text).toBe("One two three");
  });

  it("counts code points, as the server does", () => {
    const journal = new Journal();
    journal.begin();
    journal.conversation.applyDelta(delta(0, "🏭🏭"));
    journal.conversation.applyDelta(delta(1, "🏭 on"));
    expect(journal.only("text").text).toBe("🏭🏭 on");
  });

  it("goes on in a further part where a message is long", () => {
    const journal = new Journal();
    journal.begin();
    journal.tell("agent_message", { message_id: "m", part: 1, offset: 0, text: "a".repeat(65_536), final: true, continues: true });
    journal.conversation.applyDelta(delta(65_536, "b"));
    expect(journal.kinds.slice(2)).toEqual(["text", "text"]);
    expect(journal.items.at(-1)).toMatchObject({ text: "b", open: true });
  });
});

describe("prompts", () => {
  it("wait in order, can be changed and withdrawn, and become the person's words when their turn comes", () => {
    const journal = new Journal();
    journal.begin();
    journal.tell("prompt_queued", { prompt_id: "p1", prompt_text: "First", author: "Mira" });
    journal.tell("prompt_queued", { prompt_id: "p2", prompt_text: "Second" });
    journal.tell("prompt_queued", { prompt_id: "p3", prompt_text: "Third" });
    journal.tell("prompt_updated", { prompt_id: "p1", prompt_text: "First, better" });
    journal.tell("prompt_withdrawn", { prompt_id: "p2" });
    expect(journal.conversation.view().prompts.map((prompt) => prompt.text)).toEqual(["First, better", "Third"]);
    journal.tell("agent_work_order_queued", { kind: "follow_up" });
    journal.tell("prompt_sent", { prompt_id: "p1", prompt_text: "First, better" });
    journal.tell("agent_command_started", { command_name: "prompt", attempt: 1, prompt: "First, better" });
    expect(journal.conversation.view().prompts.map((prompt) => prompt.text)).toEqual(["Third"]);
    expect(journal.kinds.slice(2)).toEqual(["turn", "person", "agent"]);
    expect(journal.items.at(-2)).toMatchObject({ text: "First, better", author: "Mira" });
  });
});

describe("trouble", () => {
  it("asks until it is answered", () => {
    const journal = new Journal();
    journal.begin();
    const options = [{ option_id: "yes", name: "Allow", kind: "allow_once" }];
    journal.tell("agent_permission_requested", { permission_id: "pm", title: "May I?", options, tool_call: { kind: "execute", rawInput: { command: "rm x" } } });
    journal.tell("agent_work_order_waiting", { status: "waiting" });
    expect(journal.only("request")).toMatchObject({ command: "rm x", answer: undefined });
    expect(journal.conversation.view().requests).toHaveLength(1);
    expect(journal.conversation.view().phases).toMatchObject([{ phase: "planning", state: "waiting" }]);
    journal.tell("agent_permission_answered", { permission_id: "pm", option_id: "yes", kind: "allow_once", by: "user" });
    expect(journal.only("request").answer).toEqual({ name: "Allow", allowed: true, by: "user" });
    expect(journal.conversation.view().requests).toEqual([]);
  });

  it("shows a failure until the work goes on", () => {
    const journal = new Journal();
    journal.begin();
    journal.tell("agent_work_order_failed", { error: "Broken", category: "user-action", retryable: true });
    expect(journal.only("error")).toMatchObject({ category: "user-action", past: false });
    journal.tell("agent_work_order_queued", { kind: "retry" });
    expect(journal.only("error").past).toBe(true);
  });

  it("says what is tried again by itself", () => {
    const journal = new Journal();
    journal.begin();
    journal.tell("agent_command_retried", { attempt: 1, error: "Busy", delay_seconds: 8 });
    expect(journal.only("error")).toMatchObject({ category: "transient", attempt: 2, past: false });
    journal.tell("agent_command_started", { command_name: "agent_workflow_plan", attempt: 2 });
    expect(journal.only("error").past).toBe(true);
    expect(journal.kinds).not.toContain("turn");
  });

  it("says what waits for a server, until it went through", () => {
    const journal = new Journal();
    journal.begin();
    journal.tell("delivery_retried", { doing: "push the branch", attempt: 1, error: "GitHub is busy.", delay_seconds: 8 });
    expect(journal.only("error")).toMatchObject({ message: "Could not push the branch: GitHub is busy.", attempt: 2, past: false });
    journal.tell("git_push_completed", { git_branch_name: "feat" });
    expect(journal.only("error").past).toBe(true);
  });
});

describe("memory", () => {
  it("lets go of old tool output beyond the budget, and keeps the summary", () => {
    const journal = new Journal();
    journal.begin();
    for (let call = 0; call < 300; call++) {
      journal.tell("agent_tool_call", { tool_call_id: `c${call}`, kind: "execute", status: "completed", input: { command: `run ${call}` }, output: { exit_code: 0, output: "x".repeat(64_000) } });
    }
    const calls = journal.items.flatMap((item) => (item.kind === "tools" ? item.calls : []));
    expect(calls).toHaveLength(300);
    expect(calls[0]).toMatchObject({ target: "run 0", detail: undefined, hasDetail: true });
    expect(calls.at(-1)?.detail?.output).toHaveLength(64_000);
    const held = calls.reduce((sum, call) => sum + (call.detail?.output?.length ?? 0), 0);
    expect(held).toBeLessThanOrEqual(12_000_000);
  });
});

describe("a server that was restarted", () => {
  it("goes on with the same turn, and the old request is no longer open", () => {
    const journal = new Journal();
    journal.begin();
    const facts = { command_name: "agent_workflow_build", phase: "implementing", run_id: "r1", attempt: 1 };
    journal.tell("agent_command_started", facts);
    journal.tell("agent_tool_call", { tool_call_id: "t", kind: "other", status: "in_progress", title: "May I?" });
    journal.tell("agent_permission_requested", { permission_id: "pm", title: "May I?", options: [], tool_call: { toolCallId: "t" } });
    journal.tell("agent_work_order_recovered");
    journal.tell("agent_command_started", facts);
    expect(journal.kinds).toEqual(["person", "agent", "turn", "agent", "request", "note", "agent"]);
    expect(journal.only("request").answer).toMatchObject({ allowed: false });
  });
});
