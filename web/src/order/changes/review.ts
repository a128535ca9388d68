/** Comments on lines, collected into one review and told to the agent as a prompt. */

export interface ReviewComment {
  readonly id: string;
  readonly path: string;
  readonly side: "old" | "new";
  /** 0 for what is about no line. */
  readonly from: number;
  readonly to: number;
  /** The lines commented on, as they were. */
  readonly quote: string;
  readonly text: string;
}

const LONGEST_QUOTE = 12;

export function reviewPrompt(comments: readonly ReviewComment[]): string {
  const ordered = [...comments].sort((a, b) => (a.path === b.path ? a.from - b.from : a.path < b.path ? -1 : 1));
  const intro =
    ordered.length === 1
      ? "I reviewed the changes so far and have one comment. Please address it."
      : `I reviewed the changes so far and have ${ordered.length} comments. Please address each of them.`;
  return [intro, ...ordered.map((comment, index) => section(comment, index + 1))].join("\n\n");
}

export function placeOf(comment: Pick<ReviewComment, "from" | "to" | "side">): string {
  if (comment.from === 0) return "as a whole";
  const lines = comment.from === comment.to ? `line ${comment.from}` : `lines ${comment.from} to ${comment.to}`;
  return comment.side === "old" ? `removed ${lines}` : lines;
}

function section(comment: ReviewComment, number: number): string {
  const where = comment.path === "" ? "The change as a whole" : comment.from === 0 ? `\`${comment.path}\`` : `\`${comment.path}\`, ${placeOf(comment)}`;
  if (comment.quote === "") return `${number}. ${where}:\n\n${comment.text.trim()}`;
  const quoted = comment.quote.split("\n");
  const shown = quoted.length > LONGEST_QUOTE ? [...quoted.slice(0, LONGEST_QUOTE), "…"] : quoted;
  const fence = "`".repeat(Math.max(3, longestTicks(comment.quote) + 1));
  return `${number}. ${where}:\n\n${fence}\n${shown.join("\n")}\n${fence}\n\n${comment.text.trim()}`;
}

function longestTicks(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map((ticks) => ticks[0].length));
}
