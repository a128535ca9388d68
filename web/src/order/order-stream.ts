/** The open order's events as they come: replay, then live, again after every break. */
import { keyHeaders } from "@/client/key";
import type { JournalEvent, LiveDelta } from "./conversation/journal-events";

export interface OrderListener {
  readonly lastSeq: number;
  event(event: JournalEvent): unknown;
  delta(delta: LiveDelta): unknown;
}

export function followOrder(id: string, listener: OrderListener): () => void {
  const stop = new AbortController();
  void (async () => {
    let wait = 500;
    while (!stop.signal.aborted) {
      try {
        const response = await fetch(`/api/agent-work-orders/${id}/events?after=${listener.lastSeq}`, { headers: { accept: "text/event-stream", ...keyHeaders() }, signal: stop.signal });
        if (!response.ok || !response.body) throw new Error(String(response.status));
        wait = 500;
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        let rest = "";
        for (;;) {
          const { value, done } = await reader.read();
          if (done) break;
          const parts = (rest + value).split("\n\n");
          rest = parts.pop() ?? "";
          for (const part of parts) take(part, listener);
        }
      } catch {
        wait = Math.min(8000, wait * 2);
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  })();
  return () => stop.abort();
}

function take(part: string, listener: OrderListener): void {
  const fields = new Map(part.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
  const data = fields.get("data");
  if (data === undefined) return;
  const content = JSON.parse(data) as Record<string, unknown>;
  if (fields.has("id")) listener.event(content as unknown as JournalEvent);
  else listener.delta({ type: fields.get("event") ?? "", ...content } as unknown as LiveDelta);
}
