import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { arriving } from "./arriving";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function server(...reachable: boolean[]) {
  const fetched = vi.fn(() => (reachable.shift() ? Promise.resolve(new Response()) : Promise.reject(new TypeError("Failed to fetch"))));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

test("what comes at once asks nobody", async () => {
  const fetched = server();
  expect(await arriving(() => Promise.resolve("page"))).toBe("page");
  expect(fetched).not.toHaveBeenCalled();
});

test("while the server is gone it is waited for", async () => {
  server(false, false, true);
  const load = vi.fn().mockRejectedValueOnce(new Error("gone")).mockResolvedValue("page");
  const page = arriving(load);
  await vi.advanceTimersByTimeAsync(1500);
  expect(load).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1500);
  expect(await page).toBe("page");
});

test("what a server that is there does not have is an error", async () => {
  server(true);
  await expect(arriving(() => Promise.reject(new Error("Another version")))).rejects.toThrow("Another version");
});
