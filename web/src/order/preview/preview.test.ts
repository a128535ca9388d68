import { expect, test } from "vitest";
import { fitOf } from "./devices";
import { asPath, isAlive, type Served } from "./served";
import { sameSiteAddress } from "./storage";
import { endWords } from "./StartPreview";

const served = (facts: Partial<Served>): Served => ({ state: "ended", command: "x", port: null, exit_code: null, end_reason: null, started_at: null, ended_at: null, origin: null, hint: null, ...facts });

test.each([
  ["about", "/about"],
  ["/a?b=c#d", "/a?b=c#d"],
  ["//evil.example/x", "/evil.example/x"],
  ["\\\\evil.example", "/evil.example"],
  ["http://localhost:5173/shop?q=1", "/shop?q=1"],
  ["", "/"],
])("%s leads to %s", (typed, path) => expect(asPath(typed)).toBe(path));

test("a wide device is made smaller, a narrow one is not made larger", () => {
  expect(fitOf("desktop", 640)).toEqual({ width: 1280, scale: 0.5 });
  expect(fitOf("phone", 640)).toEqual({ width: 390, scale: 1 });
  expect(fitOf("whole", 640)).toEqual({ width: undefined, scale: 1 });
});

test("how it ended is said", () => {
  expect(endWords(served({ end_reason: "exited", exit_code: 3 }))).toBe("It has ended with exit code 3");
  expect(endWords(served({ end_reason: "exited", exit_code: -9 }))).toBe("It has ended");
  expect(endWords(served({ end_reason: "idle" }))).toContain("nobody was looking");
  expect([served({ state: "starting" }), served({ state: "off" }), undefined].map(isAlive)).toEqual([true, false, false]);
});

test("a name of the same site, where names of this machine are used", () => {
  expect(sameSiteAddress(new URL("http://127.0.0.1:8484/orders/wo-1"), "preview")).toBe("http://shopfloor.localhost:8484/orders/wo-1?tab=preview");
  expect(sameSiteAddress(new URL("http://shopfloor.localhost:8484/orders/wo-1"))).toBeUndefined();
  expect(sameSiteAddress(new URL("https://floor.example.com/"))).toBeUndefined();
});
