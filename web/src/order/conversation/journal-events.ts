/** Reads facts out of journal events: what is missing or of another kind is undefined. */
import type { JournalEvent } from "@/live";

export type { JournalEvent, LiveDelta } from "@/live";

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
