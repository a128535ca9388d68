/** What is being completed at the caret: `@file` anywhere, `/command` at the start of a line. */

export interface Completing {
  readonly kind: "file" | "command";
  readonly query: string;
  /** Where the sign stands. */
  readonly start: number;
}

const FILE = /(?:^|\s)@([^\s@]*)$/;
const COMMAND = /(?:^|\n)\/([\w:.-]*)$/;

export function completingAt(text: string, caret: number): Completing | undefined {
  const before = text.slice(0, caret);
  const command = COMMAND.exec(before);
  const query = (command ?? FILE.exec(before))?.[1];
  if (query === undefined) return undefined;
  return { kind: command === null ? "file" : "command", query, start: caret - query.length - 1 };
}

export function completed(text: string, caret: number, completing: Completing, choice: string): { text: string; caret: number } {
  const sign = completing.kind === "file" ? "@" : "/";
  const inserted = `${sign}${choice} `;
  const after = text.slice(caret).replace(/^ /, "");
  return { text: text.slice(0, completing.start) + inserted + after, caret: completing.start + inserted.length };
}
