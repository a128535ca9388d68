// @vitest-environment node
import { expect, test } from "vitest";
import { LIMIT_FIELDS, limitProblem, limitText, withLimit, type LimitField } from "./limits";

const field = (name: string): LimitField => LIMIT_FIELDS.find((each) => each.name === name) as LimitField;

test("minutes here are seconds there", () => {
  const limits = withLimit({ max_cost_usd: 5 }, field("turn_seconds"), "1.5");
  expect(limits).toEqual({ max_cost_usd: 5, turn_seconds: 90 });
  expect(limitText(limits, field("turn_seconds"))).toBe("1.5");
});

test("the last limit taken away leaves none", () => {
  expect(withLimit({ max_cost_usd: 5, max_tokens: null }, field("max_cost_usd"), "")).toBeNull();
  expect(limitText(null, field("max_cost_usd"))).toBe("");
});

test.each([["max_cost_usd", "0"], ["max_cost_usd", "five"], ["max_tokens", "1.5"]])("%s cannot be %j", (name, text) => expect(limitProblem(field(name), text)).not.toBeNull());
test.each([["max_cost_usd", "0.5"], ["max_tokens", "20000"], ["idle_seconds", ""]])("%s can be %j", (name, text) => expect(limitProblem(field(name), text)).toBeNull());
