import { describe, expect, it } from "vitest";
import { changedSpans } from "./intraline";
import { changedLines, lineDiff, withContext } from "@/lib/line-diff";
import { counterparts, parsePatch, splitRows } from "./patch";

const PATCH = [
  "diff --git a/src/a.ts b/src/a.ts",
  "index 1..2 100644",
  "--- a/src/a.ts",
  "+++ b/src/a.ts",
  "@@ -9,4 +9,5 @@ imports",
  " import a",
  "-const x = 1;",
  "+const x = 2;",
  "+const y = 3;",
  " end",
  "\\ No newline at end of file",
  "@@ -40 +41 @@",
  "-old",
  "+new",
  "",
].join("\n");

describe("a patch", () => {
  it("is read into hunks with the numbers of both sides", () => {
    const [first, second] = parsePatch(PATCH);
    expect(first).toMatchObject({ oldStart: 9, newStart: 9, heading: "imports" });
    expect(first?.lines).toEqual([
      { kind: "same", old: 9, new: 9, text: "import a" },
      { kind: "del", old: 10, text: "const x = 1;" },
      { kind: "add", new: 10, text: "const x = 2;" },
      { kind: "add", new: 11, text: "const y = 3;" },
      { kind: "same", old: 11, new: 12, text: "end" },
    ]);
    expect(second?.lines).toHaveLength(2);
  });

  it("keeps lines that look like headers of a diff", () => {
    const [hunk] = parsePatch("@@ -1 +1,2 @@\n--- a\n+++ b\n+@ c\n");
    expect(hunk?.lines.map((line) => line.text)).toEqual(["-- a", "++ b", "@ c"]);
  });

  it("stands side by side, removed beside added", () => {
    const lines = parsePatch(PATCH)[0]?.lines ?? [];
    const rows = splitRows(lines).map(({ left, right }) => [left?.text, right?.text]);
    expect(rows).toEqual([
      ["import a", "import a"],
      ["const x = 1;", "const x = 2;"],
      [undefined, "const y = 3;"],
      ["end", "end"],
    ]);
    expect(counterparts(lines).size).toBe(2);
  });
});

describe("marks inside a line", () => {
  it("cover what differs, from the start of the word", () => {
    expect(changedSpans("const hits = new Map();", "const hits = new MapWindow(a);")).toEqual({ before: [17, 21], after: [17, 28] });
  });

  it("are left out where little is the same", () => {
    expect(changedSpans("import a from b", "return 42;")).toBeUndefined();
  });

  it.each([["", "a"], ["aa", "aaa"], ["abc", "abc"], ["  x", "  y"]])("never cross (%j, %j)", (before, after) => {
    const spans = changedSpans(before, after);
    for (const [from, to] of spans === undefined ? [] : [spans.before, spans.after]) expect(from).toBeLessThanOrEqual(to);
  });
});

describe("the difference of two texts", () => {
  const rebuilt = (changes: ReturnType<typeof lineDiff>, side: "add" | "del") =>
    changes.filter((change) => change.kind === "same" || change.kind === side).map((change) => change.text).join("\n");

  it.each([
    ["a\nb\nc\n", "a\nx\nc\n"],
    ["", "a\nb\n"],
    ["a\nb\n", ""],
    ["a\nb\nc\nd\n", "d\nc\nb\na\n"],
    ["same\n", "same\n"],
    ["one\ntwo\nthree\n", "zero\none\nthree\nfour\n"],
  ])("gives both texts back (%j, %j)", (before, after) => {
    const changes = lineDiff(before, after);
    expect(rebuilt(changes, "del")).toBe(before.replace(/\n$/, ""));
    expect(rebuilt(changes, "add")).toBe(after.replace(/\n$/, ""));
  });

  it("is the shortest", () => {
    expect(changedLines([{ oldText: "a\nb\nc\nd\ne\n", newText: "a\nc\nd\nx\ne\n" }])).toEqual({ added: 1, removed: 1 });
  });

  it("does not search for ever in texts that share nothing", () => {
    const many = (name: string) => Array.from({ length: 3000 }, (_, line) => `${name} ${line}`).join("\n");
    expect(changedLines([{ oldText: many("a"), newText: many("b") }])).toEqual({ added: 3000, removed: 3000 });
  });

  it("is shown with the lines around it, gaps between", () => {
    const text = Array.from({ length: 30 }, (_, line) => `line ${line}`);
    const changed = text.map((line, index) => (index === 3 || index === 20 ? "new" : line));
    const shown = withContext(lineDiff(text.join("\n"), changed.join("\n")), 1);
    expect(shown.filter((line) => line === undefined)).toHaveLength(1);
    expect(shown).toHaveLength(9);
  });
});
