/** State and output of a served program, as they come. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { keyHeaders } from "@/client/key";
import { SseParser } from "@/live/sse";
import { isAlive, type Served, servedKey, type ServedKind, servedPath, servedQuery } from "./served";

const AGAIN_AFTER = 2_000;
const KEPT = 256 * 1024;

export interface ServedFeed {
  readonly served: Served | undefined;
  readonly error: unknown;
  readonly output: string;
}

export function useServedFeed(orderId: string, kind: ServedKind): ServedFeed {
  const queries = useQueryClient();
  const { data: served, error } = useQuery(servedQuery(orderId, kind));
  const [output, setOutput] = useState("");
  const run = served?.started_at;
  useEffect(() => {
    setOutput("");
    if (!run) return;
    const stop = new AbortController();
    const told = { set: (next: Served) => queries.setQueryData(servedKey(orderId, kind), next), print: setOutput };
    void follow(`${servedPath(orderId, kind)}/events`, told, stop.signal).then(() => queries.invalidateQueries({ queryKey: servedKey(orderId, kind) }));
    return () => stop.abort();
  }, [orderId, kind, run, queries]);
  return { served, error, output };
}

interface Told {
  readonly set: (served: Served) => void;
  readonly print: (change: (before: string) => string) => void;
}

/** Every connection begins with all that was kept. Ends with the program. */
async function follow(address: string, told: Told, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      if (!isAlive(await listen(address, told, signal))) return;
    } catch {
      if (signal.aborted) return;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
  }
}

async function listen(address: string, told: Told, signal: AbortSignal): Promise<Served | undefined> {
  const response = await fetch(address, { headers: { accept: "text/event-stream", ...keyHeaders() }, signal });
  if (!response.ok || !response.body) return undefined;
  const parser = new SseParser();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let isFirst = true;
  let last: Served | undefined;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return last;
    for (const { event, data } of parser.push(value)) {
      if (event === "state") {
        last = JSON.parse(data) as Served;
        told.set(last);
      } else if (event === "output") {
        const { text } = JSON.parse(data) as { text: string };
        const begins = isFirst;
        told.print((before) => kept(begins ? text : before + text));
        isFirst = false;
      }
    }
  }
}

const kept = (text: string): string => (text.length > KEPT ? text.slice(text.indexOf("\n", text.length - KEPT) + 1) : text);
