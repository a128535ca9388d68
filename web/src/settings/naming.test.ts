// @vitest-environment node
import { expect, test } from "vitest";
import { namingDraft, namingOf, namingProblems, USUAL_ADDRESS, withProvider } from "./naming";

test("the usual address follows the provider, one's own stays", () => {
  expect(withProvider(namingDraft(null), "anthropic").base_url).toBe(USUAL_ADDRESS.anthropic);
  const own = { provider: "openai", base_url: "http://localhost:11434/v1", model: "small" } as const;
  expect(withProvider(own, "anthropic")).toEqual({ ...own, provider: "anthropic" });
});

test("needs an address and a model", () => {
  expect(Object.keys(namingProblems({ provider: "openai", base_url: "localhost", model: " " }))).toEqual(["base_url", "model"]);
  expect(namingProblems({ provider: "openai", base_url: " http://localhost:1/v1 ", model: "small" })).toEqual({});
  expect(namingOf({ provider: "openai", base_url: " http://localhost:1/v1 ", model: " small" })).toEqual({ provider: "openai", base_url: "http://localhost:1/v1", model: "small" });
});
