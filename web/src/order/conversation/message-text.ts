/** The text of one part of a message while it is being said. Offsets on the wire count code points, not UTF-16 units. */

const PART_SIZE = 65_536;

export interface MessageText {
  readonly text: string;
  /** In code points. */
  readonly length: number;
}

export const NOTHING_SAID: MessageText = { text: "", length: 0 };

export function partOf(offset: number): number {
  return Math.floor(offset / PART_SIZE) + 1;
}

/** Appends what is new in a delta; one that starts beyond the text is left out: the next snapshot brings it. */
export function withDelta(said: MessageText, offset: number, text: string): MessageText {
  const start = offset % PART_SIZE;
  if (start > said.length) return said;
  const fresh = afterCodePoints(text, said.length - start);
  return fresh === "" ? said : { text: said.text + fresh, length: said.length + codePoints(fresh) };
}

/** A text only grows: a snapshot that holds less than was already heard is older news. */
export function withSnapshot(said: MessageText, text: string, final: boolean): MessageText {
  const length = codePoints(text);
  return final || length >= said.length ? { text, length } : said;
}

function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) count--;
  }
  return count;
}

function afterCodePoints(text: string, skip: number): string {
  let at = 0;
  for (let left = skip; left > 0 && at < text.length; left--) {
    const unit = text.charCodeAt(at);
    at += unit >= 0xd800 && unit <= 0xdbff ? 2 : 1;
  }
  return text.slice(at);
}
