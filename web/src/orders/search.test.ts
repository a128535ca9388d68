// @vitest-environment node
import { expect, test } from "vitest";
import { filterOf, parseSearch } from "./search";

test("an address with nonsense is an address without it", () => {
  expect(parseSearch({ view: "nope", status: "<script>", page: "-3", sort: "cost", q: "  ", extra: 1 })).toEqual({});
});

test("what is understood stays", () => {
  const raw = { view: "live", agent: "demo", q: "login", sort: "title", page: "3", archived: "true" };
  expect(parseSearch(raw)).toEqual({ view: "live", agent: "demo", q: "login", sort: "title", page: 3, archived: true });
});

test("views are statuses, pages are offsets", () => {
  expect(filterOf({ view: "live", page: 2 })).toMatchObject({ status: ["pending", "running", "waiting"], limit: 50, offset: 50 });
  expect(filterOf({ view: "live", status: "waiting" })).toMatchObject({ status: ["waiting"] });
  expect(filterOf({})).not.toHaveProperty("status");
});
