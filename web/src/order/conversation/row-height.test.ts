// @vitest-environment node
import { expect, test } from "vitest";
import type { Item } from "./items";
import { estimatedHeight, textHeight } from "./row-height";

test("text is as high as its lines, its blocks and its code", () => {
  expect(textHeight("I wrote `notes/3.txt`.")).toBe(22);
  expect(textHeight("x".repeat(100))).toBe(44);
  expect(textHeight("One.\n\nTwo.")).toBe(52);
  expect(textHeight("See:\n\n```ts\nconst a = 1;\nconst b = 2;\n```")).toBe(22 + 8 + 18 + 38);
  expect(textHeight("")).toBe(22);
});

test("a row is guessed once, until it is another", () => {
  const item = { kind: "tools", id: "t", version: 0, at: "", calls: [{}, {}] } as unknown as Item;
  expect(estimatedHeight(item)).toBe(67);
  (item as unknown as { calls: unknown[] }).calls.push({});
  expect(estimatedHeight(item)).toBe(67);
  expect(estimatedHeight(undefined)).toBe(200);
});
