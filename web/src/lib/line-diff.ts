/** Lines that differ between two texts, by Myers' algorithm; far apart texts count as replaced. */

export type LineChange =
  | { readonly kind: "same"; readonly old: number; readonly new: number; readonly text: string }
  | { readonly kind: "del"; readonly old: number; readonly text: string }
  | { readonly kind: "add"; readonly new: number; readonly text: string };

const MOST_EDITS = 1_000;

export function lineDiff(oldText: string, newText: string): LineChange[] {
  const a = linesOf(oldText);
  const b = linesOf(newText);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const changes: LineChange[] = [];
  for (let i = 0; i < start; i++) changes.push({ kind: "same", old: i + 1, new: i + 1, text: a[i] ?? "" });
  changes.push(...middle(a.slice(start, endA), b.slice(start, endB), start));
  for (let i = endA, j = endB; i < a.length; i++, j++) changes.push({ kind: "same", old: i + 1, new: j + 1, text: a[i] ?? "" });
  return changes;
}

export function changedLines(edits: readonly { oldText: string; newText: string }[]): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const edit of edits) {
    for (const change of lineDiff(edit.oldText, edit.newText)) {
      if (change.kind === "add") added++;
      else if (change.kind === "del") removed++;
    }
  }
  return { added, removed };
}

/** The changes with `around` unchanged lines beside each; a gap between two stretches is undefined. */
export function withContext(changes: readonly LineChange[], around: number): (LineChange | undefined)[] {
  const wanted = new Uint8Array(changes.length);
  changes.forEach((change, index) => {
    if (change.kind === "same") return;
    wanted.fill(1, Math.max(0, index - around), Math.min(changes.length, index + around + 1));
  });
  const shown: (LineChange | undefined)[] = [];
  let gap = false;
  changes.forEach((change, index) => {
    if (wanted[index] === 1) {
      if (gap && shown.length > 0) shown.push(undefined);
      gap = false;
      shown.push(change);
    } else {
      gap = true;
    }
  });
  return shown;
}

function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function middle(a: readonly string[], b: readonly string[], offset: number): LineChange[] {
  const trace = a.length > 0 && b.length > 0 ? shortestEdits(a, b) : undefined;
  if (trace === undefined) {
    return [
      ...a.map((text, i): LineChange => ({ kind: "del", old: offset + i + 1, text })),
      ...b.map((text, i): LineChange => ({ kind: "add", new: offset + i + 1, text })),
    ];
  }
  return backtrack(trace, a, b, offset);
}

function shortestEdits(a: readonly string[], b: readonly string[]): Int32Array[] | undefined {
  const most = Math.min(a.length + b.length, MOST_EDITS);
  const size = 2 * most + 2;
  const furthest = new Int32Array(size);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits++) {
    trace.push(furthest.slice());
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && at(furthest, k - 1, size) < at(furthest, k + 1, size));
      let x = down ? at(furthest, k + 1, size) : at(furthest, k - 1, size) + 1;
      let y = x - k;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x++;
        y++;
      }
      furthest[index(k, size)] = x;
      if (x >= a.length && y >= b.length) return trace;
    }
  }
  return undefined;
}

function backtrack(trace: readonly Int32Array[], a: readonly string[], b: readonly string[], offset: number): LineChange[] {
  const changes: LineChange[] = [];
  let x = a.length;
  let y = b.length;
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const furthest = trace[edits] as Int32Array;
    const size = furthest.length;
    const k = x - y;
    const down = k === -edits || (k !== edits && at(furthest, k - 1, size) < at(furthest, k + 1, size));
    const beforeX = edits === 0 ? 0 : down ? at(furthest, k + 1, size) : at(furthest, k - 1, size);
    const beforeY = edits === 0 ? 0 : beforeX - (down ? k + 1 : k - 1);
    while (x > beforeX && y > beforeY) {
      x--;
      y--;
      changes.push({ kind: "same", old: offset + x + 1, new: offset + y + 1, text: a[x] ?? "" });
    }
    if (edits === 0) break;
    if (down) {
      y--;
      changes.push({ kind: "add", new: offset + y + 1, text: b[y] ?? "" });
    } else {
      x--;
      changes.push({ kind: "del", old: offset + x + 1, text: a[x] ?? "" });
    }
  }
  return changes.reverse();
}

function index(k: number, size: number): number {
  return k < 0 ? size + k : k;
}

function at(array: Int32Array, k: number, size: number): number {
  return array[index(k, size)] ?? 0;
}
