/** Limits of a turn as people write them: dollars, tokens, minutes. */
import type { Limits } from "@/client/models";

export interface LimitField {
  readonly name: keyof Limits;
  readonly word: string;
  readonly text?: string;
  readonly unit: string;
  /** What one of the unit is on the wire. */
  readonly factor: number;
  readonly unset: string;
  readonly isWhole: boolean;
}

export const LIMIT_FIELDS: readonly LimitField[] = [
  { name: "max_cost_usd", word: "Cost of a turn", text: "The turn is ended when it is reached.", unit: "dollars", factor: 1, unset: "No limit", isWhole: false },
  { name: "max_tokens", word: "Tokens of a turn", unit: "tokens", factor: 1, unset: "No limit", isWhole: true },
  { name: "turn_seconds", word: "Time of a turn", unit: "minutes", factor: 60, unset: "60", isWhole: false },
  { name: "idle_seconds", word: "Silence", text: "An agent that says nothing for so long is ended.", unit: "minutes", factor: 60, unset: "10", isWhole: false },
];

export const limitText = (limits: Limits | null | undefined, field: LimitField): string => {
  const value = limits?.[field.name];
  return value === null || value === undefined ? "" : String(value / field.factor);
};

export function limitProblem(field: LimitField, text: string): string | null {
  if (text.trim() === "") return null;
  const value = Number(text);
  if (!(value > 0)) return `A number of ${field.unit} above zero.`;
  return field.isWhole && !Number.isInteger(value) ? `A whole number of ${field.unit}.` : null;
}

/** null where no limit is left. */
export function withLimit(limits: Limits | null | undefined, field: LimitField, text: string): Limits | null {
  const next = { ...limits, [field.name]: text.trim() === "" ? null : Number(text) * field.factor };
  return Object.values(next).some((value) => value !== null && value !== undefined) ? next : null;
}
