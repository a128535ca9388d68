// @vitest-environment node
import { expect, test } from "vitest";
import { chosenMethod, possibleMethods } from "./merge-methods";
import { withNames } from "./names";

const CLEAN = { mergeable: true, conflicts: [] };

test("a branch that conflicts is not rebased", () => {
  expect(possibleMethods(CLEAN, [])).toEqual(["merge", "squash", "rebase"]);
  expect(possibleMethods({ mergeable: null, conflicts: [] }, [])).toContain("rebase");
  expect(possibleMethods({ mergeable: false, conflicts: ["app.py"] }, [])).toEqual(["merge", "squash"]);
});

test("what was refused is not offered again, and another takes its place", () => {
  const possible = possibleMethods(CLEAN, ["rebase"]);
  expect(possible).toEqual(["merge", "squash"]);
  expect(chosenMethod("rebase", possible)).toBe("merge");
  expect(chosenMethod("squash", possible)).toBe("squash");
  expect(possibleMethods(CLEAN, ["merge", "squash", "rebase"])).toEqual(["merge"]);
});

test("typed names are added once", () => {
  expect(withNames(["bug"], "docs, bug,,good first issue ")).toEqual(["bug", "docs", "good first issue"]);
  expect(withNames(["bug"], " bug ")).toBeUndefined();
});
