// @vitest-environment node
import { expect, test } from "vitest";
import { pullRequestLook } from "@/ui/pull-request-look";
import { chosenMethod, possibleMethods } from "./merge-methods";
import { withNames } from "./names";

test("only what the forge allows is offered; what it refuses all the same is not offered again", () => {
  expect(possibleMethods(["squash"], [])).toEqual(["squash"]);
  const possible = possibleMethods(["merge", "squash", "rebase"], ["rebase"]);
  expect(possible).toEqual(["merge", "squash"]);
  expect(chosenMethod("rebase", possible)).toBe("merge");
  expect(chosenMethod("squash", possible)).toBe("squash");
  expect(possibleMethods(["squash"], ["squash"])).toEqual(["squash"]);
});

test("what was seen last is shown until the forge answers", () => {
  expect(pullRequestLook(undefined, "merged").word).toBe("Merged");
  expect(pullRequestLook({ state: "open", is_draft: true }, "merged").word).toBe("Draft");
  expect(pullRequestLook({ state: "closed", is_draft: true }).word).toBe("Closed");
});

test("typed names are added once", () => {
  expect(withNames(["bug"], "docs, bug,,good first issue ")).toEqual(["bug", "docs", "good first issue"]);
  expect(withNames(["bug"], " bug ")).toBeUndefined();
});
