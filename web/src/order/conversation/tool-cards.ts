/** The cards of tool calls: neighbours share one, and what a request says already is not said twice. */
import { DetailBudget } from "./detail-budget";
import type { ItemList } from "./item-list";
import type { JournalEvent } from "./journal-events";
import { type ToolCall, toolCallOf } from "./tool-calls";

const CALLS_A_CARD = 25;

export class ToolCards {
  private readonly cardOfCall = new Map<string, string>();
  private readonly details = new DetailBudget();
  private readonly hidden = new Set<string>();
  private readonly requested = new Set<string>();

  constructor(private readonly list: ItemList) {}

  /** undefined for a call that is not shown. */
  apply(event: JournalEvent): ToolCall | undefined {
    const id = String(event["tool_call_id"]);
    if (this.hidden.has(id)) return undefined;
    const card = this.list.get(this.cardOfCall.get(id) ?? "");
    const before = card?.kind === "tools" ? card.calls.find((call) => call.id === id) : undefined;
    const call = toolCallOf(event, before);
    if (before === undefined && this.requested.has(id) && saysNothing(call)) {
      this.hidden.add(id);
      return undefined;
    }
    if (card?.kind === "tools") {
      this.list.put({ ...card, version: event.seq, calls: card.calls.map((each) => (each.id === id ? call : each)) });
    } else {
      this.add(event, call);
    }
    this.details.hold(call, (forgotten) => this.forgetDetail(forgotten));
    return call;
  }

  /** A call that says nothing but what the request for it says is not shown beside it. */
  hideIfOnlyAsked(toolCallId: string | undefined): void {
    if (toolCallId !== undefined) this.requested.add(toolCallId);
    const last = this.list.last();
    const call = last?.kind === "tools" ? last.calls.at(-1) : undefined;
    if (last?.kind !== "tools" || call === undefined || call.id !== toolCallId || !saysNothing(call)) return;
    this.hidden.add(call.id);
    if (last.calls.length === 1) this.list.removeLast();
    else this.list.put({ ...last, version: last.version + 1, calls: last.calls.slice(0, -1) });
  }

  private add(event: JournalEvent, call: ToolCall): void {
    const last = this.list.last();
    if (last?.kind === "tools" && last.calls.length < CALLS_A_CARD) {
      this.list.put({ ...last, version: event.seq, calls: [...last.calls, call] });
      this.cardOfCall.set(call.id, last.id);
      return;
    }
    const id = `tools-${event.seq}`;
    this.list.add({ kind: "tools", id, version: event.seq, at: event.at, calls: [call] });
    this.cardOfCall.set(call.id, id);
  }

  private forgetDetail(callId: string): void {
    const card = this.list.get(this.cardOfCall.get(callId) ?? "");
    if (card?.kind !== "tools") return;
    const calls = card.calls.map((call) => (call.id === callId ? { ...call, detail: undefined } : call));
    this.list.put({ ...card, version: card.version + 1, calls });
  }
}

/** Beyond its title. */
function saysNothing(call: ToolCall): boolean {
  return call.kind === "other" && !call.hasDetail;
}
