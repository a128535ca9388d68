/** Refusing with a reason: the agent gets the refusal as an answer and the reason as the next prompt. */
import type { PermissionOption } from "../items";

/** What to answer with: this once where it is offered. */
export const denialOf = (options: readonly PermissionOption[]): PermissionOption | undefined =>
  options.find((option) => option.kind === "reject_once") ?? options.find((option) => option.kind === "reject_always");

export function denialPrompt(asked: string, reason: string): string {
  const isShort = asked.length <= 200 && !/[`\n]/.test(asked);
  return `I denied ${isShort ? `\`${asked}\`` : "what you asked for"}: ${reason.trim()}`;
}
