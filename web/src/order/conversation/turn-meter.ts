/** What the last turn has used so far. A limit holds for each turn alone. */
import type { JournalEvent } from "./journal-events";
import { numberOf, recordOf } from "./journal-events";

export interface TurnUsage {
  readonly startedAt: string;
  readonly endedAt: string | undefined;
  readonly costUsd: number | undefined;
  readonly tokens: number | undefined;
  /** How full the agent's context is, of how much. */
  readonly contextTokens: number | undefined;
  readonly contextSize: number | undefined;
}

const ENDS = new Set(["agent_command_completed", "agent_command_failed", "agent_command_retried", "agent_work_order_paused", "agent_work_order_cancelled", "agent_work_order_failed", "agent_work_order_recovered"]);

export class TurnMeter {
  usage: TurnUsage | undefined;

  apply(event: JournalEvent): void {
    if (event["phase"] === "reviewing") return;
    if (event.type === "agent_command_started") this.begin(event.at);
    else if (event.type === "agent_usage") this.report(event);
    else if (ENDS.has(event.type)) this.end(event);
  }

  private begin(startedAt: string): void {
    const { contextTokens, contextSize } = this.usage ?? {};
    this.usage = { startedAt, endedAt: undefined, costUsd: undefined, tokens: undefined, contextTokens, contextSize };
  }

  private report(event: JournalEvent): void {
    if (this.usage === undefined) return;
    const contextTokens = numberOf(event, "context_tokens") ?? this.usage.contextTokens;
    this.usage = {
      ...this.usage,
      costUsd: numberOf(event, "cost_usd") ?? this.usage.costUsd,
      tokens: numberOf(event, "total_tokens") ?? this.usage.tokens,
      contextTokens,
      contextSize: numberOf(event, "context_size") ?? this.usage.contextSize,
    };
  }

  private end(event: JournalEvent): void {
    if (this.usage === undefined || this.usage.endedAt !== undefined) return;
    const said = recordOf(event["usage"]);
    const of = (name: string) => (typeof said[name] === "number" ? said[name] : undefined);
    this.usage = { ...this.usage, endedAt: event.at, costUsd: of("cost_usd") ?? this.usage.costUsd, tokens: of("total_tokens") ?? this.usage.tokens };
  }
}
