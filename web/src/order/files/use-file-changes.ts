/** What changes in the sandbox while it is looked at. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keyHeaders } from "@/client/key";
import { oneAtATime } from "@/lib/one-at-a-time";
import { SseParser } from "@/live/sse";
import { filesKey } from "./files-api";
import type { OpenFiles } from "./open-files";

interface FilesChanged {
  readonly changes: readonly { readonly path: string }[];
  readonly are_all: boolean;
}

const AGAIN_AFTER = 3_000;

export function useFileChanges(files: OpenFiles): void {
  const queries = useQueryClient();
  useEffect(() => {
    const id = files.orderId;
    const stop = new AbortController();
    const readTree = oneAtATime(() =>
      Promise.all([queries.invalidateQueries({ queryKey: filesKey(id) }), queries.invalidateQueries({ queryKey: ["order", id, "sandbox"] })]),
    );
    const onChange = (changed: FilesChanged) => {
      const paths = new Set(changed.changes.map((each) => each.path));
      readTree();
      void files.notice((path) => !changed.are_all || paths.has(path));
    };
    void follow(id, onChange, stop.signal);
    return () => stop.abort();
  }, [files, queries]);
}

async function follow(id: string, onChange: (changed: FilesChanged) => void, signal: AbortSignal): Promise<void> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    try {
      await listen(id, onChange, signal, isFirst);
    } catch {
      if (signal.aborted) return;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
  }
}

async function listen(id: string, onChange: (changed: FilesChanged) => void, signal: AbortSignal, isFirst: boolean): Promise<void> {
  const headers = { accept: "text/event-stream", ...keyHeaders() };
  const response = await fetch(`/api/agent-work-orders/${encodeURIComponent(id)}/file-changes`, { headers, signal });
  if (!response.ok || !response.body) return;
  if (!isFirst) onChange({ changes: [], are_all: false });
  const parser = new SseParser();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    for (const message of parser.push(value)) if (message.event === "files_changed") onChange(JSON.parse(message.data) as FilesChanged);
  }
}
