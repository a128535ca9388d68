// @vitest-environment node
import { expect, test } from "vitest";
import { isLabelled, stretchOf, sumOf, ticksOf } from "./figures";

test("a stretch is of whole days, today included, and the one before it touches it", () => {
  const now = new Date(2026, 2, 15, 14, 30).getTime();
  const week = stretchOf(7, now);
  expect(week).toEqual({ since: new Date(2026, 2, 9), until: new Date(2026, 2, 16) });
  expect(stretchOf(7, now, 1).until).toEqual(week.since);
});

test("an axis has round steps and room for the highest", () => {
  expect(ticksOf(11)).toEqual([0, 5, 10, 15]);
  expect(ticksOf(3)).toEqual([0, 1, 2, 3]);
  expect(ticksOf(0.17)).toEqual([0, 0.1, 0.2]);
  expect(ticksOf(0)).toEqual([0, 1]);
});

test("what is unknown is not zero", () => {
  expect(sumOf([null, null])).toBeNull();
  expect(sumOf([null, 0.5, 1])).toBe(1.5);
});

test("the last day always has its word", () => {
  const labelled = Array.from({ length: 14 }, (_, index) => index).filter((index) => isLabelled(index, 14));
  expect(labelled).toEqual([1, 3, 5, 7, 9, 11, 13]);
});
