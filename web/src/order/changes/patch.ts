/** A file's unified diff, read into hunks. */

export type DiffLine =
  | { readonly kind: "same"; readonly old: number; readonly new: number; readonly text: string }
  | { readonly kind: "del"; readonly old: number; readonly text: string }
  | { readonly kind: "add"; readonly new: number; readonly text: string };

export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly heading: string;
  readonly lines: readonly DiffLine[];
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/;

export function parsePatch(patch: string): Hunk[] {
  const hunks: Hunk[] = [];
  let lines: DiffLine[] = [];
  let old = 0;
  let next = 0;
  let inHunk = false;
  for (const raw of patch.split("\n")) {
    const head = HUNK.exec(raw);
    if (head !== null) {
      lines = [];
      old = Number(head[1]);
      next = Number(head[2]);
      inHunk = true;
      hunks.push({ oldStart: old, newStart: next, heading: head[3] ?? "", lines });
    } else if (inHunk && raw.startsWith("+")) {
      lines.push({ kind: "add", new: next++, text: raw.slice(1) });
    } else if (inHunk && raw.startsWith("-")) {
      lines.push({ kind: "del", old: old++, text: raw.slice(1) });
    } else if (inHunk && raw.startsWith(" ")) {
      lines.push({ kind: "same", old: old++, new: next++, text: raw.slice(1) });
    } else if (!raw.startsWith("\\")) {
      inHunk = false;
    }
  }
  return hunks;
}

/** A row of the side-by-side view. */
export interface SplitRow {
  readonly left: DiffLine | undefined;
  readonly right: DiffLine | undefined;
}

/** Removed lines stand beside the added ones that take their place. */
export function splitRows(lines: readonly DiffLine[]): SplitRow[] {
  const rows: SplitRow[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    for (let i = 0; i < Math.max(removed.length, added.length); i++) rows.push({ left: removed[i], right: added[i] });
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === "del") removed.push(line);
    else if (line.kind === "add") added.push(line);
    else {
      flush();
      rows.push({ left: line, right: line });
    }
  }
  flush();
  return rows;
}

/** For each changed line, the one it stands against: what the marks inside a line are computed from. */
export function counterparts(lines: readonly DiffLine[]): Map<DiffLine, DiffLine> {
  const pairs = new Map<DiffLine, DiffLine>();
  for (const { left, right } of splitRows(lines)) {
    if (left === undefined || right === undefined || left === right) continue;
    pairs.set(left, right);
    pairs.set(right, left);
  }
  return pairs;
}
