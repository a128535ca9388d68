// @vitest-environment node
import { expect, test } from "vitest";
import { headersOf, headersText, variablesOf, variablesText, type Variables } from "./variables";

test.each<Variables>([
  { A: "1", B_2: "x=y" },
  { EMPTY: "" },
  { KEY: "line 1\nline 2", SPACED: " in front", QUOTED: '"as it is"' },
])("%j is the same when it was written and read", (variables) => expect(variablesOf(variablesText(variables))).toEqual(variables));

test("empty lines and spaces around do not count", () => expect(variablesOf("\n A = 1 \n\nB=2\n")).toEqual({ A: "1", B: "2" }));
test("a line without a value is refused", () => expect(variablesOf("A=1\nnonsense")).toBeUndefined());

test("headers have a colon", () => {
  const headers = { Authorization: "Bearer a:b=c" };
  expect(headersText(headers)).toBe("Authorization: Bearer a:b=c");
  expect(headersOf(headersText(headers))).toEqual(headers);
  expect(headersOf("Authorization=x")).toBeUndefined();
});
