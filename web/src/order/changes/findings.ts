/** Where the findings of a review stand in the diff that is shown. */
import type { AiReview, Finding } from "@/client/reviews";
import { SEVERITIES } from "@/ui/Severity";
import type { ChangedFile } from "./FileDiff";
import { parsePatch } from "./patch";

export interface PlacedFinding {
  readonly key: string;
  readonly finding: Finding;
  /** The line it stands under; undefined for one that is told beside the diff. */
  readonly at: { readonly path: string; readonly side: "old" | "new"; readonly from: number; readonly to: number } | undefined;
}

/** The newest review that came to a verdict. */
export const lastVerdict = (reviews: readonly AiReview[] | undefined): AiReview | undefined => reviews?.find((each) => each.status === "completed");

/** The worst first. A finding has a place where its lines are shown, in the very commit that was reviewed. */
export function placedFindings(review: AiReview | undefined, files: readonly ChangedFile[], head: string | null): PlacedFinding[] {
  if (review === undefined) return [];
  const isSame = review.head_sha === head;
  const placed = review.findings.map((finding, index) => ({
    key: `${review.review_id}-${index}`,
    finding,
    at: isSame ? placeIn(files, finding) : undefined,
  }));
  return placed.toSorted((one, other) => SEVERITIES.indexOf(one.finding.severity) - SEVERITIES.indexOf(other.finding.severity));
}

function placeIn(files: readonly ChangedFile[], { file, line, end_line, side }: Finding): PlacedFinding["at"] {
  const changed = files.find((each) => each.path === file || (side === "old" && each.old_path === file));
  if (changed === undefined || line === null) return undefined;
  const to = end_line ?? line;
  const lines = parsePatch(changed.patch ?? "").flatMap((hunk) => hunk.lines);
  const isShown = lines.some((each) => (side === "old" ? each.kind === "del" && each.old === to : each.kind !== "del" && each.new === to));
  return isShown ? { path: changed.path, side, from: line, to } : undefined;
}
