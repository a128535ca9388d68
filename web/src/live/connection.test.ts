import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ConnectionState, LiveConnection } from "./connection";
import { TestStream } from "@/test/stream";

const streams: TestStream[] = [];
const requests: { after: string | null }[] = [];
const states: string[] = [];
const messages: string[] = [];
const opened: boolean[] = [];
let answer: () => Response | Promise<Response>;
let connection: LiveConnection;
let polls = 0;

beforeEach(() => {
  for (const list of [streams, requests, states, messages, opened]) list.length = 0;
  polls = 0;
  vi.useFakeTimers();
  answer = () => {
    const stream = new TestStream();
    streams.push(stream);
    return stream.response;
  };
  vi.stubGlobal("fetch", (_path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    requests.push({ after: headers.get("last-event-id") });
    const abort = new Promise<never>((_, reject) => init.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError"))));
    abort.catch(() => undefined);
    init.signal?.addEventListener("abort", () => streams.at(-1)?.fail());
    return Promise.race([Promise.resolve().then(answer), abort]);
  });
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function connect(after: number | null = 0): void {
  connection = new LiveConnection({
    path: "/events",
    after,
    onMessage: (message) => messages.push(message.data),
    onState: (state: ConnectionState) => states.push(state.name),
    onOpen: (resumed) => opened.push(resumed),
    poll: async (last) => {
      polls += 1;
      return (last ?? 0) + 1;
    },
  });
}

const settle = () => vi.advanceTimersByTimeAsync(1);

test("events arrive and move the number on", async () => {
  connect();
  await settle();
  streams[0]?.send("id: 1\ndata: a\n\nid: 2\ndata: b\n\n");
  await settle();
  expect(messages).toEqual(["a", "b"]);
  expect(connection.after).toBe(2);
  expect(states).toEqual(["connecting", "open"]);
});

test("a stream that ends is taken up where it was", async () => {
  connect();
  await settle();
  streams[0]?.send("id: 41\ndata: a\n\n");
  await settle();
  streams[0]?.end();
  await vi.advanceTimersByTimeAsync(500);
  expect(requests.map((each) => each.after)).toEqual(["0", "41"]);
  expect(states).toContain("waiting");
});

test("who has no number yet is told that something may have been missed", async () => {
  connect(null);
  await settle();
  streams[0]?.send(": heartbeat\n\n");
  await settle();
  streams[0]?.end();
  await vi.advanceTimersByTimeAsync(500);
  streams[1]?.send("id: 3\ndata: a\n\n");
  await settle();
  expect(opened).toEqual([false, false]);
  streams[1]?.end();
  await vi.advanceTimersByTimeAsync(500);
  streams[2]?.send(": heartbeat\n\n");
  await settle();
  expect(opened).toEqual([false, false, true]);
});

test("a server that is away is asked less and less often", async () => {
  answer = () => Promise.reject(new TypeError("connection refused"));
  connect();
  await vi.advanceTimersByTimeAsync(60_000);
  const inTheFirstMinute = requests.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(inTheFirstMinute).toBeGreaterThan(5);
  expect(requests.length - inTheFirstMinute).toBeLessThan(10);
});

test("back online: at once, not when the wait is over", async () => {
  answer = () => Promise.reject(new TypeError("connection refused"));
  connect();
  await vi.advanceTimersByTimeAsync(30_000);
  const before = requests.length;
  window.dispatchEvent(new Event("online"));
  await settle();
  expect(requests.length).toBe(before + 1);
});

test("a connection that died silently is noticed", async () => {
  connect();
  await settle();
  streams[0]?.send("id: 1\ndata: a\n\n");
  await settle();
  await vi.advanceTimersByTimeAsync(45_000);
  expect(requests.length).toBeGreaterThan(1);
});

test("heartbeats keep it open", async () => {
  connect();
  await settle();
  for (let minute = 0; minute < 8; minute += 1) {
    streams[0]?.send(": heartbeat\n\n");
    await vi.advanceTimersByTimeAsync(15_000);
  }
  expect(requests).toHaveLength(1);
});

test("where streams are blocked it polls every three seconds", async () => {
  connect();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(states.at(-1)).toBe("polling");
  const before = polls;
  await vi.advanceTimersByTimeAsync(9_000);
  expect(polls - before).toBe(3);
  expect(connection.after).toBe(polls);
});

test("and goes back to the stream when it flows again", async () => {
  connect();
  await vi.advanceTimersByTimeAsync(20_000);
  answer = () => {
    const stream = new TestStream();
    streams.push(stream);
    stream.send(": heartbeat\n\n");
    return stream.response;
  };
  await vi.advanceTimersByTimeAsync(70_000);
  expect(states.at(-1)).toBe("open");
});

test("an order that is not there is not asked for again", async () => {
  answer = () => new Response(JSON.stringify({ detail: "gone", code: "not_found" }), { status: 404 });
  connect();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(1);
  expect(states.at(-1)).toBe("refused");
});
