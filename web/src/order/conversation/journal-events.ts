/** What comes over the order's event stream, as far as the conversation uses it. Anything else is let pass. */

export interface JournalEvent {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly agent_work_order_id: string;
  readonly [fact: string]: unknown;
}

export interface LiveDelta {
  readonly type: string;
  readonly message_id: string;
  readonly offset: number;
  readonly text: string;
}

export function textOf(event: JournalEvent, name: string): string | undefined {
  const value = event[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function numberOf(event: JournalEvent, name: string): number | undefined {
  const value = event[name];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
