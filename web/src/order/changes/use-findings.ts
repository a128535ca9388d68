/** The findings of the newest review, as far as nobody has dealt with them here. */
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { orderReviewsQuery } from "@/client/reviews";
import { useStored } from "@/lib/stored";
import type { ChangedFile } from "./FileDiff";
import { lastVerdict, type PlacedFinding, placedFindings } from "./findings";
import { parsePatch } from "./patch";
import type { Review } from "./use-review";

const NONE: string[] = [];
const REMEMBERED = 500;

export function useFindings(orderId: string, files: readonly ChangedFile[], head: string | null, review: Review) {
  const newest = lastVerdict(useQuery(orderReviewsQuery(orderId)).data);
  const [settled, setSettled] = useStored<string[]>(`shopfloor.findings.${orderId}`, NONE);
  const placed = useMemo(() => placedFindings(newest, files, head).filter(({ key }) => !settled.includes(key)), [newest, files, head, settled]);
  const dismiss = useCallback(({ key }: PlacedFinding) => setSettled([...settled, key].slice(-REMEMBERED)), [settled, setSettled]);
  const ask = (finding: PlacedFinding) => {
    const { at } = finding;
    const path = at?.path ?? finding.finding.file ?? "";
    const range = at ?? { side: finding.finding.side, from: finding.finding.line ?? 0, to: finding.finding.end_line ?? finding.finding.line ?? 0 };
    review.add({ path, side: range.side, from: range.from, to: range.to, quote: at === undefined ? "" : quoteOf(files, at), text: finding.finding.text });
    dismiss(finding);
  };
  return { newest, placed, ask, dismiss };
}

function quoteOf(files: readonly ChangedFile[], { path, side, from, to }: NonNullable<PlacedFinding["at"]>): string {
  const lines = parsePatch(files.find((file) => file.path === path)?.patch ?? "").flatMap((hunk) => hunk.lines);
  const number = (line: (typeof lines)[number]) => (side === "old" ? (line.kind === "add" ? -1 : line.old) : line.kind === "del" ? -1 : line.new);
  return lines.filter((line) => number(line) >= from && number(line) <= to).map((line) => line.text).join("\n");
}
