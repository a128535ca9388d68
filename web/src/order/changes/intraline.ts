/** Where inside two lines the change is, as [from, to) in each; undefined where they have too little in common. */

export type Span = readonly [from: number, to: number];

const LEAST_IN_COMMON = 0.35;

export function changedSpans(before: string, after: string): { before: Span; after: Span } | undefined {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const words = toWordStart(before, after, start);
  const common = words + end;
  const indent = before.length - before.trimStart().length;
  if (common - indent < (Math.max(before.length, after.length) - indent) * LEAST_IN_COMMON) return undefined;
  if (before.length - end < words || after.length - end < words) return undefined;
  return { before: [words, before.length - end], after: [words, after.length - end] };
}

/** A mark that starts inside a word is hard to read: it starts where the word does. */
function toWordStart(before: string, after: string, start: number): number {
  const inWord = (text: string) => start > 0 && isWord(text[start - 1]) && isWord(text[start]);
  if (!inWord(before) && !inWord(after)) return start;
  let at = start;
  while (at > 0 && isWord(before[at - 1])) at--;
  return at;
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_$]/u.test(character);
}
