import { expect, test, vi } from "vitest";
import { oneAtATime } from "./one-at-a-time";

test("what is asked for while it is done is done once more, however often it was asked for, and after a failure too", async () => {
  const ends: (() => void)[] = [];
  const work = vi.fn(() => new Promise<void>((resolve, reject) => ends.push(ends.length === 0 ? () => reject(new Error("no")) : resolve)));
  const ask = oneAtATime(work);
  ask();
  ask();
  ask();
  expect(work).toHaveBeenCalledTimes(1);
  ends[0]?.();
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2));
  ends[1]?.();
  await vi.waitFor(() => {
    ask();
    expect(work).toHaveBeenCalledTimes(3);
  });
});
