// @vitest-environment node
import { expect, test } from "vitest";
import type { AiReview, Finding } from "@/client/reviews";
import { countWords } from "@/ui/Severity";
import type { ChangedFile } from "./FileDiff";
import { lastVerdict, placedFindings } from "./findings";
import { reviewPrompt } from "./review";

const patch = "--- a/app.py\n+++ b/app.py\n@@ -1,2 +1,3 @@\n one\n-two\n+second\n+third\n";
const FILES = [{ path: "app.py", old_path: null, patch }] as unknown as ChangedFile[];
const finding = (more: Partial<Finding>): Finding => ({ file: "app.py", line: 3, end_line: null, side: "new", severity: "major", text: "Why?", ...more });
const review = (findings: Finding[], head_sha = "abc"): AiReview => ({ review_id: "rv-1", status: "completed", head_sha, findings }) as unknown as AiReview;

test("a finding stands under its line where that is shown", () => {
  const places = placedFindings(review([finding({}), finding({ line: 2, end_line: 3 }), finding({ line: 2, side: "old" })]), FILES, "abc").map(({ at }) => at && [at.side, at.from, at.to]);
  expect(places).toEqual([["new", 3, 3], ["new", 2, 3], ["old", 2, 2]]);
});

test.each([
  ["a line that is not in the diff", finding({ line: 99 }), "abc"],
  ["another file", finding({ file: "other.py" }), "abc"],
  ["no file", finding({ file: null, line: null }), "abc"],
  ["no line", finding({ line: null }), "abc"],
  ["an older commit", finding({}), "def"],
])("one of %s is told beside the diff", (_, one, head) => {
  expect(placedFindings(review([one]), FILES, head)[0]?.at).toBeUndefined();
});

test("the newest verdict counts", () => {
  const running = { ...review([]), status: "running" } as AiReview;
  expect(lastVerdict([running, review([], "new"), review([], "old")])?.head_sha).toBe("new");
  expect(lastVerdict(undefined)).toBeUndefined();
});

test("counts in words, the worst first", () => {
  expect(countWords({ note: 1, blocker: 2, major: 1 })).toBe("2 blockers, 1 major, 1 note");
  expect(countWords({})).toBe("");
});

test("what has no line is asked for without one", () => {
  const base = { side: "new" as const, from: 0, to: 0, quote: "", text: "Add tests." };
  expect(reviewPrompt([{ ...base, id: "1", path: "" }])).toContain("1. The change as a whole:\n\nAdd tests.");
  expect(reviewPrompt([{ ...base, id: "1", path: "a.py" }])).toContain("1. `a.py`:\n\nAdd tests.");
});
