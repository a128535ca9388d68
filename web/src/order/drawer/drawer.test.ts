import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { heightWithin, withOrder } from "./drawer-state";
import { EDITORS, isThisMachine, shellCommand } from "./open-in";
import { type LinkState, protocols, TerminalLink, waitBefore } from "./terminal-link";

class FakeSocket {
  static readonly OPEN = 1;
  static readonly CONNECTING = 0;
  static made: FakeSocket[] = [];
  readyState = 1;
  sent: unknown[] = [];
  onmessage: ((event: { data: unknown }) => void) | undefined;
  onclose: (() => void) | undefined;
  constructor(readonly address: string) {
    FakeSocket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

beforeEach(() => {
  FakeSocket.made = [];
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function link() {
  const seen = { states: [] as LinkState[], begun: 0, bytes: [] as number[] };
  const made = new TerminalLink({
    orderId: "wo-1",
    terminalId: "tty-1",
    onBegin: () => (seen.begun += 1),
    onOutput: (bytes) => seen.bytes.push(...bytes),
    onState: (state) => seen.states.push(state),
  });
  return { made, seen };
}

test("comes back with its size when the connection goes, and shows everything anew", () => {
  const { made, seen } = link();
  const [first] = FakeSocket.made;
  first?.onmessage?.({ data: '{"type":"opened","terminal_id":"tty-1"}' });
  made.resize({ columns: 100, rows: 30 });
  made.type("ls\r");
  first?.onmessage?.({ data: new Uint8Array([104, 105]).buffer });
  expect(first?.sent).toEqual([{ type: "resize", columns: 100, rows: 30 }, { type: "input", data: "ls\r" }]);
  first?.close();
  expect(seen.states.at(-1)?.name).toBe("waiting");
  vi.advanceTimersByTime(1_000);
  const second = FakeSocket.made[1];
  second?.onmessage?.({ data: '{"type":"opened","terminal_id":"tty-1"}' });
  expect(second?.sent).toEqual([{ type: "resize", columns: 100, rows: 30 }]);
  expect([seen.begun, seen.bytes]).toEqual([2, [104, 105]]);
  made.close();
});

test.each([
  ['{"type":"exit","exit_code":3}', { name: "exited", exitCode: 3 }],
  ['{"type":"error","code":"wrong_move","message":"Gone.","hint":"See its branch."}', { name: "refused", message: "Gone.", hint: "See its branch." }],
])("%s ends it for good", (message, state) => {
  const { seen } = link();
  FakeSocket.made[0]?.onmessage?.({ data: message });
  FakeSocket.made[0]?.close();
  vi.advanceTimersByTime(60_000);
  expect(seen.states.at(-1)).toEqual(state);
  expect(FakeSocket.made).toHaveLength(1);
});

test("waits longer each time, up to a limit", () => {
  expect([0, 1, 2, 20].map((attempt) => waitBefore(attempt, 0.5))).toEqual([300, 600, 1200, 10_000]);
});

test("the key travels as base64url", () => {
  expect(protocols(null)).toEqual(["shopfloor"]);
  expect(protocols("long-and-random")).toEqual(["shopfloor", "shopfloor.key.bG9uZy1hbmQtcmFuZG9t"]);
});

test("remembers the last orders, and heights that fit", () => {
  expect(withOrder(["a", "b"], "a", true)).toEqual(["b", "a"]);
  expect(withOrder(["a", "b"], "a", false)).toEqual(["b"]);
  expect(withOrder(Array.from({ length: 30 }, String), "x", true)).toHaveLength(30);
  expect([heightWithin(10, 1000), heightWithin(5000, 1000)]).toEqual([120, 700]);
});

test("paths with anything in them", () => {
  const path = "/home/it's $(me)/a b#c";
  expect(shellCommand(path)).toBe(`cd '/home/it'\\''s $(me)/a b#c'`);
  expect(EDITORS[0]?.address(path)).toBe("vscode://file/home/it's%20%24(me)/a%20b%23c");
  expect(EDITORS.map((each) => each.address("/w/a b").split("//")[0])).toEqual(["vscode:", "cursor:", "idea:", "pycharm:", "webstorm:"]);
  expect(EDITORS[2]?.address("/w/a b")).toBe("idea://open?file=%2Fw%2Fa%20b");
  expect(isThisMachine("127.0.0.1") && isThisMachine("localhost") && isThisMachine("[::1]") && isThisMachine("shopfloor.localhost")).toBe(true);
  expect(isThisMachine("127.0.0.1.evil.example")).toBe(false);
});
