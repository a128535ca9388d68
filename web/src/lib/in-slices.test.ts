import { expect, test, vi } from "vitest";
import { inSlices } from "./in-slices";

test("everything is done in order, and others come in between", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 2));
  const log: (number | string)[] = [];
  const other = new MessageChannel();
  other.port1.onmessage = () => {
    log.push("other");
    other.port1.close();
  };
  other.port2.postMessage(null);
  await inSlices([1, 2, 3, 4, 5, 6], (thing) => log.push(thing));
  expect(log.filter((each) => each !== "other")).toEqual([1, 2, 3, 4, 5, 6]);
  expect(log.indexOf("other")).toBeLessThan(log.length - 1);
});
