import { expect, it } from "vitest";
import { byFolder } from "./file-tree";
import { placeOf, reviewPrompt } from "./review";

const comment = { id: "1", path: "b.ts", side: "new" as const, from: 18, to: 18, quote: "max: 20", text: "Too tight." };

it("says where, what was there and what is wanted", () => {
  const prompt = reviewPrompt([comment, { ...comment, id: "2", path: "a.ts", from: 3, to: 4, side: "old", text: "Why?" }]);
  expect(prompt).toContain("2 comments");
  expect(prompt.indexOf("a.ts")).toBeLessThan(prompt.indexOf("b.ts"));
  expect(prompt).toContain("1. `a.ts`, removed lines 3 to 4:");
  expect(prompt).toContain("2. `b.ts`, line 18:\n\n```\nmax: 20\n```\n\nToo tight.");
});

it("fences a quote that has fences itself", () => {
  expect(reviewPrompt([{ ...comment, quote: "```js\nx\n```" }])).toContain("````\n```js");
});

it("cuts a long quote", () => {
  const quote = Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n");
  expect(reviewPrompt([{ ...comment, quote }])).toContain("line 11\n…\n");
});

it("names places", () => {
  expect(placeOf({ side: "new", from: 2, to: 2 })).toBe("line 2");
  expect(placeOf({ side: "old", from: 2, to: 5 })).toBe("removed lines 2 to 5");
});

it("sorts files under their folders, those of the root first", () => {
  const folders = byFolder([{ path: "src/b.ts" }, { path: "z.md" }, { path: "src/a.ts" }, { path: "docs/x.md" }]);
  expect(folders.map(({ folder, files }) => [folder, files.map((file) => file.path)])).toEqual([
    ["", ["z.md"]],
    ["docs", ["docs/x.md"]],
    ["src", ["src/a.ts", "src/b.ts"]],
  ]);
});
