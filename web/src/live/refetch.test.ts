import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { refetch } from "./refetch";

test("what changes while it is asked for the first time is asked again", async () => {
  const client = new QueryClient();
  const answers: ((value: string) => void)[] = [];
  const queryFn = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)));
  const observer = new QueryObserver(client, { queryKey: ["board", "task"], queryFn });
  const stop = observer.subscribe(() => undefined);
  refetch(client, { queryKey: ["board"] });
  answers[0]?.("as it was before");
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
  answers[1]?.("as it is");
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("as it is"));
  refetch(client, { queryKey: ["board"] });
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(3));
  stop();
});
