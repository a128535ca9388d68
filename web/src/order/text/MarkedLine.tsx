import { memo } from "react";
import { Pieces, useHighlighter } from "@/ui/Code";
import type { Piece } from "@/ui/highlight";
import type { Span } from "../changes/intraline";

interface MarkedLineProps {
  readonly text: string;
  readonly language: string | null;
  /** The part that changed. */
  readonly mark?: Span | undefined;
}

/** A line of code, coloured, with what changed inside it marked. */
export const MarkedLine = memo(function MarkedLine({ text, language, mark }: MarkedLineProps) {
  const highlight = useHighlighter();
  const pieces = highlight?.(text, language) ?? [{ text, className: null }];
  if (mark === undefined || mark[0] >= mark[1]) return <Pieces pieces={pieces} />;
  const { before, inside, after } = cutAt(pieces, mark);
  return (
    <>
      <Pieces pieces={before} />
      <mark><Pieces pieces={inside} /></mark>
      <Pieces pieces={after} />
    </>
  );
});

export function cutAt(pieces: readonly Piece[], [from, to]: Span): { before: Piece[]; inside: Piece[]; after: Piece[] } {
  const before: Piece[] = [];
  const inside: Piece[] = [];
  const after: Piece[] = [];
  let at = 0;
  for (const { text, className } of pieces) {
    const end = at + text.length;
    const slice = (start: number, stop: number): Piece => ({ className, text: text.slice(start - at, stop - at) });
    if (at < from) before.push(slice(at, Math.min(end, from)));
    if (end > from && at < to) inside.push(slice(Math.max(at, from), Math.min(end, to)));
    if (end > to) after.push(slice(Math.max(at, to), end));
    at = end;
  }
  return { before, inside, after };
}
