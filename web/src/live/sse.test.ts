// @vitest-environment node
import { expect, test } from "vitest";
import { SseParser } from "./sse";

test("messages come out whole, however they are cut", () => {
  const stream = "id: 7\nevent: agent_message\ndata: {\"a\":1}\n\n: heartbeat\n\ndata: one\ndata: two\n\n";
  for (let cut = 1; cut < stream.length; cut += 1) {
    const parser = new SseParser();
    const messages = [...parser.push(stream.slice(0, cut)), ...parser.push(stream.slice(cut))];
    expect(messages).toEqual([
      { id: "7", event: "agent_message", data: '{"a":1}' },
      { id: null, event: "message", data: "one\ntwo" },
    ]);
  }
});

test("lines may end in CRLF", () => {
  expect(new SseParser().push("event: x\r\ndata: y\r\n\r\n")).toEqual([{ id: null, event: "x", data: "y" }]);
});

test("half a message is none", () => {
  expect(new SseParser().push("data: y\n")).toEqual([]);
});
