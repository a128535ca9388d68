// @vitest-environment node
import { expect, test } from "vitest";
import { ago, cost, count, duration, repositoryName, sentences, spoken } from "./format";

test.each([
  ["https://github.com/acme/checkout.git", "acme/checkout"],
  ["git@github.com:acme/checkout.git", "acme/checkout"],
  ["/home/mira/code/checkout", "checkout"],
  ["file:///srv/git/checkout.git", "checkout"],
  ["https://github.com/acme/checkout/", "acme/checkout"],
])("%s is %s", (url, name) => expect(repositoryName(url)).toBe(name));

test.each([
  [0, "0:00"],
  [65_000, "1:05"],
  [3_725_000, "1:02:05"],
])("%d ms run for %s", (ms, text) => expect(duration(ms)).toBe(text));

test("times in words", () => {
  expect(spoken(41_000)).toBe("41 s");
  expect(spoken(161_000)).toBe("2 min 41 s");
  expect(spoken(90 * 60_000)).toBe("1 h 30 min");
  expect(ago("2026-01-01T00:00:00Z", Date.parse("2026-01-01T00:00:04Z"))).toBe("now");
  expect(ago("2026-01-01T00:00:00Z", Date.parse("2026-01-01T03:00:00Z"))).toBe("3 h");
});

test("pieces become sentences", () => {
  expect(sentences("not here yet", null, "Use a worktree.")).toBe("Not here yet. Use a worktree.");
});

test("unknown cost stays unknown", () => {
  expect(cost(null)).toBeNull();
  expect(cost(0)).toBe("$0.00");
  expect(cost(0.004)).toBe("<$0.01");
  expect(cost(1.236)).toBe("$1.24");
  expect(count(12_345)).toBe("12k");
});
