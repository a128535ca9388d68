// @vitest-environment node
import { expect, test } from "vitest";
import { completed, completingAt } from "./completion";

test.each([
  ["/te", 3, { kind: "command", query: "te", start: 0 }],
  ["first\n/rev", 10, { kind: "command", query: "rev", start: 6 }],
  ["see @src/se", 11, { kind: "file", query: "src/se", start: 4 }],
  ["see\n@src/se", 11, { kind: "file", query: "src/se", start: 4 }],
  ["@", 1, { kind: "file", query: "", start: 0 }],
])("knows what is being completed in %j", (text, caret, expected) => expect(completingAt(text, caret)).toEqual(expected));

test.each([["me@example.org", 14], ["and /test", 9], ["POST /login", 11], ["and/or", 6], ["@a b", 4], ["", 0]])("nothing is being completed in %j", (text, caret) => expect(completingAt(text, caret)).toBeUndefined());

test("the choice takes the place of the word", () => {
  const text = "see @src/se and go";
  const completing = completingAt(text, 11);
  expect(completing && completed(text, 11, completing, "src/session.ts")).toEqual({ text: "see @src/session.ts and go", caret: 20 });
});

test("the next line stays one", () => {
  const completing = completingAt("/re\nmore", 3);
  expect(completing && completed("/re\nmore", 3, completing, "review").text).toBe("/review \nmore");
});
