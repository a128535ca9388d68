/**
 * How high a row will be, for those that were not on the screen yet. Every row that turns out otherwise moves all rows
 * below it, so a good guess is what makes a long conversation scroll smoothly.
 */
import type { Item } from "./items";

const LINE = 22;
const CODE_LINE = 19;
const CODE_FRAME = 18;
const BLOCK_GAP = 8;
const LETTERS = 92;
const TOOL = 33;
const GIT = 36;
const PLAN_ENTRY = 26;

const guesses = new WeakMap<Item, number>();

export function estimatedHeight(item: Item | undefined): number {
  if (item === undefined) return 200;
  let guess = guesses.get(item);
  if (guess === undefined) guesses.set(item, (guess = guessOf(item)));
  return guess;
}

function guessOf(item: Item): number {
  switch (item.kind) {
    case "text":
      return textHeight(item.text);
    case "tools":
      return TOOL * item.calls.length + 1;
    case "git":
      return GIT * item.rows.length + 2;
    case "plan":
      return GIT + PLAN_ENTRY * item.entries.length;
    case "person":
      return 44 + textHeight(item.text);
    default:
      return { turn: 28, agent: 21, thought: 22, error: 103, request: 107, note: 22 }[item.kind];
  }
}

/** Of markdown: paragraphs that wrap, lists, code that does not. */
export function textHeight(text: string): number {
  let height = 0;
  let isCode = false;
  let isBlock = false;
  for (const line of text.trim().split("\n")) {
    if (line.trimStart().startsWith("```")) {
      if (!isCode) height += (height > 0 ? BLOCK_GAP : 0) + CODE_FRAME;
      isCode = !isCode;
      isBlock = false;
    } else if (isCode) {
      height += CODE_LINE;
    } else if (line.trim() === "") {
      isBlock = false;
    } else {
      if (!isBlock && height > 0) height += BLOCK_GAP;
      isBlock = true;
      height += LINE * Math.ceil(line.length / LETTERS);
    }
  }
  return Math.max(LINE, height);
}
