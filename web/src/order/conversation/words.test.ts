import { describe, expect, it } from "vitest";
import { inWords } from "../logs/log-words";
import { withoutEscapes } from "../text/escapes";
import { cutAt } from "../text/MarkedLine";
import { safeLink } from "../text/safe-link";
import { find } from "./find";
import type { Item } from "./items";
import { testCounts } from "./test-counts";

describe("test results", () => {
  it.each([
    ["..\nRan 2 tests in 0.004s\n\nOK\n", { passed: 2, failed: 0 }],
    ["Ran 5 tests in 1s\n\nFAILED (failures=1, errors=2)", { passed: 2, failed: 3 }],
    ["=== 3 failed, 12 passed in 1.2s ===", { passed: 12, failed: 3 }],
    [" Tests  1 failed | 14 passed (15)\n Duration 6 s", { passed: 14, failed: 1 }],
    ["  7 passing (2s)\n  1 failing", { passed: 7, failed: 1 }],
    ["--- PASS: TestA (0.0s)\n--- FAIL: TestB (0.0s)", { passed: 1, failed: 1 }],
    ["nothing here", undefined],
  ])("are read from %j", (output, expected) => expect(testCounts(output)).toEqual(expected));
});

it("finds in all that was said, whatever the case", () => {
  const base = { version: 1, at: "" };
  const items: Item[] = [
    { ...base, kind: "person", id: "a", author: undefined, text: "Find the Needle" },
    { ...base, kind: "note", id: "b", tone: "quiet", text: "hay" },
    { ...base, kind: "plan", id: "c", entries: [{ text: "thread the needle", state: "pending" }] },
  ];
  expect(find(items, " needle ")).toEqual([0, 2]);
  expect(find(items, "  ")).toEqual([]);
});

it("says log entries in words", () => {
  const entry = { timestamp: "", level: "info", event: "git_commit_created", agent_work_order_id: "wo-1", git_commit_sha: "0123456789", subject: "feat: x", files_changed: 2 };
  expect(inWords(entry)).toBe("git commit created: commit sha 0123456, feat: x, files changed 2");
});

it("drops colours of terminals", () => {
  expect(withoutEscapes("\u001b[31mred\u001b[0m \u001b]0;title\u0007plain")).toBe("red plain");
});

it("follows only links that lead somewhere", () => {
  expect(safeLink("https://example.org/a")).toBe("https://example.org/a");
  for (const bad of ["javascript:alert(1)", "data:text/html,x", "vbscript:x", "/relative", ""]) expect(safeLink(bad)).toBeUndefined();
});

it("cuts coloured pieces at the borders of a mark", () => {
  const { before, inside, after } = cutAt([{ text: "const ", className: "k" }, { text: "hits", className: null }], [3, 8]);
  expect([before, inside, after].map((pieces) => pieces.map((piece) => piece.text).join(""))).toEqual(["con", "st hi", "ts"]);
});
