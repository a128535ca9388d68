// @vitest-environment node
import { expect, test } from "vitest";
import type { FloorNow } from "@/client/floor";
import type { Order } from "@/client/models";
import type { ReviewUnderWay } from "@/client/reviews";
import { faviconOf, lampOf, titleOf } from "./lamp";

const floor = (needs: string[], liveCount = needs.length): FloorNow => ({
  live: [],
  liveCount,
  needsYou: needs.map((title) => ({ title }) as Order),
  reviews: [],
  total: null,
});

test("the lamp is amber before it is blue", () => {
  expect(lampOf(floor([]))).toBe("idle");
  expect(lampOf(floor([], 3))).toBe("live");
  expect(lampOf({ ...floor([]), reviews: [{} as ReviewUnderWay] })).toBe("live");
  expect(lampOf(floor(["a"], 3))).toBe("needs");
});

test("the title says who waits", () => {
  expect(titleOf("Orders", floor([]))).toBe("Orders · Shopfloor");
  expect(titleOf("Orders", floor(["Move receipts"]))).toBe("Needs you: Move receipts · Shopfloor");
  expect(titleOf("Orders", floor(["a", "b"]))).toBe("(2) Orders · Shopfloor");
});

test("each state has its own icon", () => {
  expect(new Set((["live", "needs", "failed", "idle"] as const).map(faviconOf)).size).toBe(4);
});
