/**
 * Journal events and live text in, rows of a conversation out.
 *
 * Every event may come again after a reconnect: its number tells. Items are replaced, never changed, so that a row can
 * tell by identity whether it must be drawn anew.
 */
import { activityOf, reviewWords } from "./activity-words";
import { addGitRow, commitRow, pullRequestRow } from "./git-rows";
import type { Activity, Item, PendingPrompt, PhaseProgress, PlanState, TestCounts } from "./items";
import { ItemList } from "./item-list";
import type { JournalEvent, LiveDelta } from "./journal-events";
import { listOf, numberOf, recordOf, stringOf, textOf } from "./journal-events";
import { NOTHING_SAID, partOf, withDelta, withSnapshot, type MessageText } from "./message-text";
import { OpenRequests } from "./open-requests";
import { PhaseLog } from "./phase-log";
import { PromptQueue } from "./prompt-queue";
import { errorOf, requestOf, retryOf } from "./trouble";
import { secondsBetween } from "./tool-calls";
import { ToolCards } from "./tool-cards";
import { TurnMeter, type TurnUsage } from "./turn-meter";

export interface ConversationView {
  readonly items: readonly Item[];
  readonly lastSeq: number;
  readonly activity: Activity | undefined;
  readonly phases: readonly PhaseProgress[];
  readonly prompts: readonly PendingPrompt[];
  readonly requests: readonly string[];
  readonly tests: TestCounts | undefined;
  readonly plan: { readonly done: number; readonly total: number } | undefined;
  readonly turn: TurnUsage | undefined;
  readonly turns: number;
}

export class Conversation {
  private readonly list = new ItemList();
  private readonly said = new Map<string, MessageText>();
  private readonly cards = new ToolCards(this.list);
  private readonly requests = new OpenRequests(this.list);
  private readonly queue = new PromptQueue();
  private readonly phaseLog = new PhaseLog();
  lastSeq = 0;
  private lastAt = "";
  private turns = 0;
  private firstPrompt: { text: string; author: string | undefined; at: string } | undefined;
  private currentTurn: string | undefined;
  private agentHead: string | undefined;
  private openMessage: string | undefined;
  private lastRetry: string | undefined;
  private activity: Activity | undefined;
  private tests: TestCounts | undefined;
  private plan: ConversationView["plan"];
  private readonly turnMeter = new TurnMeter();

  view(): ConversationView {
    return {
      items: this.list.items(),
      lastSeq: this.lastSeq,
      activity: this.activity,
      phases: this.phaseLog.phases(),
      prompts: this.queue.waiting(),
      requests: this.requests.items(),
      tests: this.tests,
      plan: this.plan,
      turn: this.turnMeter.usage,
      turns: this.turns,
    };
  }

  /** False for an event that was heard before. */
  apply(event: JournalEvent): boolean {
    if (event.seq <= this.lastSeq) return false;
    this.lastSeq = event.seq;
    this.handle(event);
    this.phaseLog.apply(event);
    this.turnMeter.apply(event);
    this.lastAt = event.at;
    return true;
  }

  applyDelta(delta: LiveDelta): void {
    const kind = delta.type.startsWith("agent_thought") ? "thought" : "text";
    const id = `${delta.message_id}#${partOf(delta.offset)}`;
    const before = this.said.get(id) ?? NOTHING_SAID;
    const after = withDelta(before, delta.offset, delta.text);
    if (after !== before) this.say(id, kind, after, this.lastAt, true);
  }

  private handle(event: JournalEvent): void {
    switch (event.type) {
      case "agent_work_order_created":
        this.firstPrompt = { text: textOf(event, "initial_prompt") ?? textOf(event, "title") ?? "", author: textOf(event, "created_by") ?? textOf(event, "author"), at: event.at };
        return;
      case "agent_work_order_queued":
        return this.onQueued(event);
      case "agent_session_started":
      case "github_issue_fetched":
      case "git_push_completed":
        return this.endRetry();
      case "agent_work_order_started":
        this.activity = { verb: "Preparing the sandbox", target: undefined };
        return;
      case "agent_command_started":
        return this.onCommandStarted(event);
      case "agent_command_completed":
        return this.onCommandCompleted(event);
      case "agent_message":
      case "agent_thought":
        return this.onSnapshot(event);
      case "agent_tool_call":
        return this.onToolCall(event);
      case "agent_plan":
        return this.onPlan(event);
      case "git_commit_created":
      case "git_work_rescued":
        return addGitRow(this.list, event, commitRow(event));
      case "github_pull_request_created":
        return addGitRow(this.list, event, pullRequestRow(event));
      case "agent_permission_requested":
        return this.onRequest(event);
      case "agent_permission_answered":
        return this.onAnswer(event);
      case "agent_command_retried":
      case "delivery_retried":
        this.endRetry();
        this.closeOpen(event.at);
        this.lastRetry = `retry-${event.seq}`;
        this.list.add(retryOf(event, this.lastRetry));
        return;
      default:
        if (event.type === "prompt_sent") this.onPromptSent(event, this.queue.take(textOf(event, "prompt_id") ?? ""));
        else if (event.type.startsWith("prompt_")) this.queue.apply(event);
        else this.onOrderMoved(event);
    }
  }

  private onOrderMoved(event: JournalEvent): void {
    switch (event.type) {
      case "agent_work_order_failed":
        this.settle(event.at);
        this.list.add(errorOf(event, `error-${event.seq}`));
        return;
      case "agent_work_order_completed":
        return this.settle(event.at);
      case "agent_work_order_cancelled":
        this.settle(event.at);
        return this.note(event, "Stopped. The work so far is on the branch.");
      case "agent_work_order_paused":
        this.settle(event.at);
        return this.note(event, "Paused. The work so far is on the branch.");
      case "agent_work_order_stop_requested":
        this.activity = { verb: event["kind"] === "pause" ? "Pausing" : "Stopping", target: undefined };
        return;
      case "agent_work_order_recovered":
        this.settle(event.at);
        return this.note(event, "The server was restarted. The work goes on where it was.", "warn");
      case "ai_review_completed":
      case "ai_review_failed":
      case "ai_review_cancelled":
        this.settle(event.at);
        return this.note(event, reviewWords(event), event.type === "ai_review_completed" ? "quiet" : "warn");
      case "repository_uncommitted_changes_noticed":
        return this.note(event, textOf(event, "message") ?? "The repository has uncommitted changes. They are left alone.", "warn");
    }
  }

  private onQueued(event: JournalEvent): void {
    this.activity = { verb: "Waiting for a slot", target: undefined };
    this.forgetErrors();
    if (event["kind"] === "resume") this.note(event, "Resumed.");
  }

  private onCommandStarted(event: JournalEvent): void {
    this.activity = { verb: "Thinking", target: undefined };
    this.endRetry();
    const isFollowUp = event["command_name"] === "prompt";
    const isNewAttempt = (numberOf(event, "attempt") ?? 1) > 1;
    const turn = `${String(event["run_id"])} ${String(event["phase"])}`;
    if (!isFollowUp && !isNewAttempt && turn !== this.currentTurn) this.beginTurn(event, textOf(event, "phase"));
    this.currentTurn = turn;
    if (isFollowUp) this.onPromptSent(event, this.queue.takeByText(textOf(event, "prompt") ?? ""));
    this.agentHead = `agent-${event.seq}`;
    this.list.add({ kind: "agent", id: this.agentHead, version: event.seq, at: event.at, phase: isFollowUp ? undefined : textOf(event, "phase"), reviewer: reviewerIn(event), endedAt: undefined });
  }

  /** A prompt that waited has become the person's words. */
  private onPromptSent(event: JournalEvent, prompt: PendingPrompt | undefined): void {
    if (prompt === undefined) return;
    this.beginTurn(event, undefined);
    const { promptId, author, text } = prompt;
    this.list.add({ kind: "person", id: promptId, version: event.seq, at: event.at, author, text });
  }

  private beginTurn(event: JournalEvent, phase: string | undefined): void {
    this.turns++;
    if (this.turns > 1) {
      this.list.add({ kind: "turn", id: `turn-${event.seq}`, version: event.seq, at: event.at, number: this.turns, label: phase });
    } else if (this.firstPrompt !== undefined) {
      this.list.add({ kind: "person", id: "first-prompt", version: event.seq, ...this.firstPrompt });
    }
  }

  private onCommandCompleted(event: JournalEvent): void {
    this.closeOpen(event.at);
    this.activity = { verb: "Committing", target: undefined };
    if (this.agentHead !== undefined) {
      this.list.change(this.agentHead, event.seq, (item) => (item.kind === "agent" ? { ...item, endedAt: event.at } : item));
    }
  }

  private onSnapshot(event: JournalEvent): void {
    const kind = event.type === "agent_thought" ? "thought" : "text";
    const id = `${String(event["message_id"])}#${numberOf(event, "part") ?? 1}`;
    const final = event["final"] === true;
    const text = typeof event["text"] === "string" ? event["text"] : "";
    this.say(id, kind, withSnapshot(this.said.get(id) ?? NOTHING_SAID, text, final), event.at, !final);
    if (final) this.said.delete(id);
  }

  private say(id: string, kind: "text" | "thought", said: MessageText, at: string, open: boolean): void {
    this.said.set(id, said);
    if (this.openMessage !== id) this.closeOpen(at);
    this.openMessage = open ? id : undefined;
    const before = this.list.get(id);
    const startedAt = before?.at ?? (this.lastAt || at);
    const seconds = open ? undefined : secondsBetween(startedAt, at);
    const version = before === undefined ? 1 : before.version + 1;
    this.list.put({ kind, id, version, at: startedAt, text: said.text, open, seconds });
    this.activity = { verb: kind === "thought" ? "Thinking" : "Writing", target: undefined };
  }

  private onToolCall(event: JournalEvent): void {
    this.closeOpen(event.at);
    const call = this.cards.apply(event);
    if (call === undefined) return;
    if (call.tests !== undefined) this.tests = call.tests;
    if (call.state === "running" || call.state === "pending") this.activity = activityOf(call);
  }

  private onPlan(event: JournalEvent): void {
    const entries = listOf(event["entries"]).map((each) => {
      const entry = recordOf(each);
      const status = entry["status"];
      const state: PlanState = status === "completed" || status === "in_progress" ? status : "pending";
      return { text: stringOf(entry["content"]) ?? "", state };
    });
    if (entries.length === 0) return;
    const id = `plan-${this.agentHead ?? "0"}`;
    this.list.put({ kind: "plan", id, version: event.seq, at: event.at, entries });
    this.plan = { done: entries.filter((entry) => entry.state === "completed").length, total: entries.length };
  }

  private onRequest(event: JournalEvent): void {
    this.closeOpen(event.at);
    const request = requestOf(event, `request-${event.seq}`);
    this.cards.hideIfOnlyAsked(request.toolCallId);
    this.requests.open(request);
    this.activity = undefined;
  }

  private onAnswer(event: JournalEvent): void {
    if (this.requests.answer(event)) this.activity = { verb: "Working", target: undefined };
  }

  private note(event: JournalEvent, text: string, tone: "quiet" | "warn" = "quiet"): void {
    this.list.add({ kind: "note", id: `note-${event.seq}`, version: event.seq, at: event.at, tone, text });
  }

  /** Nothing is under way any more. */
  private settle(at: string): void {
    this.closeOpen(at);
    this.endRetry();
    this.activity = undefined;
    this.requests.giveUp(this.lastSeq);
  }

  private closeOpen(at: string): void {
    const id = this.openMessage;
    this.openMessage = undefined;
    if (id === undefined) return;
    this.list.change(id, undefined, (item) =>
      item.kind === "text" || item.kind === "thought" ? { ...item, open: false, seconds: secondsBetween(item.at, at) } : item,
    );
  }

  private endRetry(): void {
    const id = this.lastRetry;
    this.lastRetry = undefined;
    if (id !== undefined) this.list.change(id, this.lastSeq, (item) => (item.kind === "error" ? { ...item, past: true } : item));
  }

  private forgetErrors(): void {
    const last = this.list.findLast((item) => item.kind === "error" && !item.past);
    if (last !== undefined) this.list.change(last.id, this.lastSeq, (item) => (item.kind === "error" ? { ...item, past: true } : item));
  }
}

const reviewerIn = (event: JournalEvent): string | undefined => (event["phase"] === "reviewing" ? textOf(event, "agent") : undefined);
