/** How many tests passed and failed, read from what the usual test runners print. */
import type { TestCounts } from "./items";

const LONGEST_TAIL = 20_000;

export function testCounts(output: string): TestCounts | undefined {
  const tail = output.slice(-LONGEST_TAIL);
  return unittest(tail) ?? goTest(tail) ?? passedAndFailed(tail);
}

function unittest(text: string): TestCounts | undefined {
  const ran = last(text, /^Ran (\d+) tests?\b/gm);
  if (ran === undefined) return undefined;
  const failed = Number(last(text, /failures=(\d+)/g) ?? 0) + Number(last(text, /errors=(\d+)/g) ?? 0);
  return { passed: Number(ran) - failed, failed };
}

function goTest(text: string): TestCounts | undefined {
  const passed = count(text, /^--- PASS: /gm);
  const failed = count(text, /^--- FAIL: /gm);
  return passed + failed > 0 ? { passed, failed } : undefined;
}

/** pytest, vitest, jest, cargo, mocha: a summary line with "14 passed" or "3 passing". */
function passedAndFailed(text: string): TestCounts | undefined {
  const summary = last(text, /^(.*\b\d+ (?:passed|failed|passing|failing)\b.*)$/gm);
  if (summary === undefined) return undefined;
  const around = /passing|failing/.test(summary) ? text : summary;
  const passed = Number(last(around, /(\d+) pass(?:ed|ing)\b/g) ?? 0);
  const failed = Number(last(around, /(\d+) fail(?:ed|ing)\b/g) ?? 0) + Number(last(summary, /(\d+) errors?\b/g) ?? 0);
  return { passed, failed };
}

function last(text: string, pattern: RegExp): string | undefined {
  let found: string | undefined;
  for (const match of text.matchAll(pattern)) found = match[1];
  return found;
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}
