import { expect, test } from "vitest";
import { cardLabels } from "./card-labels";

test.each([
  [[], [], []],
  [["ux"], ["ux"], []],
  [["api", "small"], ["api", "small"], []],
  [["docs", "a-very-long-label", "third"], ["docs"], ["a-very-long-label", "third"]],
  [["a-label-longer-than-the-card-is-wide", "ux"], ["a-label-longer-than-the-card-is-wide"], ["ux"]],
])("%j: a card names %j", (labels, named, others) => expect(cardLabels(labels)).toEqual({ named, others }));
