// @vitest-environment node
import { expect, test } from "vitest";
import { EMPTY, problemsOf, requestOf, titleOf } from "./draft";

const draft = { ...EMPTY, repository: "https://example.org/acme/checkout", prompt: "Rate-limit POST /login. Use Redis." };

test("only what was chosen is sent: the rest are the server's defaults", () => {
  expect(requestOf(draft, [])).toEqual({ repository_url: draft.repository, initial_prompt: draft.prompt });
});

test("a repository of a project is filed in the project", () => {
  const projects = [{ project_id: "pj-1", repository_url: draft.repository }];
  expect(requestOf({ ...draft, issue: "#42" }, projects)).toEqual({ project_id: "pj-1", initial_prompt: draft.prompt, github_issue_number: "42" });
});

test("limits in the units of the server", () => {
  expect(requestOf({ ...draft, maxCost: "2.50", minutes: "45" }, [])["limits"]).toEqual({ max_cost_usd: 2.5, turn_seconds: 2700 });
});

test("what is missing or wrong is said per field", () => {
  expect(Object.keys(problemsOf({ ...EMPTY, maxCost: "many", minutes: "-1" }))).toEqual(["repository", "prompt", "maxCost", "minutes"]);
  expect(problemsOf(draft)).toEqual({});
  expect(problemsOf({ ...draft, prompt: "", issue: "7" })).toEqual({});
});

test("the title is the first sentence", () => {
  expect(titleOf(draft, null)).toBe("Rate-limit POST /login");
  expect(titleOf({ ...EMPTY }, "Login can be brute-forced")).toBe("Login can be brute-forced");
  expect(titleOf({ ...EMPTY, prompt: "x".repeat(200) }, null).length).toBeLessThan(80);
});
