// @vitest-environment node
import { expect, test } from "vitest";
import { completed, wantedAt } from "./completion";

test.each([
  ["see @src/ses", 12, { kind: "file", text: "src/ses" }],
  ["@", 1, { kind: "file", text: "" }],
  ["/rev", 4, { kind: "command", text: "rev" }],
  ["first\n/rev", 10, { kind: "command", text: "rev" }],
])("%j wants completion", (value, caret, wanted) => expect(wantedAt(value, caret)).toMatchObject(wanted));

test.each([["POST /login", 11], ["a@b.example x", 13], ["and/or", 6], ["", 0]])("%j does not", (value, caret) => expect(wantedAt(value, caret)).toBeNull());

test("the choice takes the place of the word", () => {
  const value = "see @src/ses and more";
  const wanted = wantedAt(value, 12);
  expect(wanted && completed(value, wanted, "src/session/store.ts")).toEqual({ value: "see @src/session/store.ts and more", caret: 26 });
});
