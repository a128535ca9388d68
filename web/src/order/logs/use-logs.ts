/** The end of a log, growing with what comes, and backwards when asked. At most a few thousand lines are held. */
import { useCallback, useEffect, useRef, useState } from "react";
import { fetchLogs, type LogLevel } from "../order-queries";
import type { LogEntry } from "./log-words";

const PAGE = 500;
const MOST = 5_000;
const QUIET_MS = 300;

interface Logs {
  readonly entries: readonly LogEntry[];
  readonly total: number;
  readonly error: Error | null;
}

const NOTHING: Logs = { entries: [], total: 0, error: null };

export function useLogs(id: string, level: LogLevel, lastSeq: number) {
  const [logs, setLogs] = useState<Logs>(NOTHING);
  const held = useRef<Logs>(NOTHING);
  const loading = useRef(false);

  const put = useCallback((next: Logs) => {
    held.current = next;
    setLogs(next);
  }, []);

  const loadNew = useCallback(
    async (signal: AbortSignal) => {
      if (loading.current) return;
      loading.current = true;
      try {
        for (let more = true; more; ) {
          const { total } = held.current;
          const start = total > 0 ? total : Math.max(0, (await fetchLogs(id, level, 1, 0, signal)).total_count - PAGE);
          const page = await fetchLogs(id, level, PAGE, start, signal);
          const entries = [...held.current.entries, ...(page.log_entries as LogEntry[])].slice(-MOST);
          put({ entries, total: start + page.log_entries.length, error: null });
          more = page.has_more;
        }
      } catch (error) {
        if (!signal.aborted) put({ ...held.current, error: error instanceof Error ? error : new Error(String(error)) });
      } finally {
        loading.current = false;
      }
    },
    [id, level, put],
  );

  useEffect(() => {
    put(NOTHING);
    loading.current = false;
  }, [id, level, put]);

  useEffect(() => {
    const stop = new AbortController();
    const wait = held.current.total === 0 ? 0 : QUIET_MS;
    const timer = setTimeout(() => void loadNew(stop.signal), wait);
    return () => {
      clearTimeout(timer);
      if (held.current.total === 0) {
        stop.abort();
        loading.current = false;
      }
    };
  }, [loadNew, lastSeq]);

  const loadEarlier = useCallback(async () => {
    const { entries, total } = held.current;
    const first = total - entries.length;
    const start = Math.max(0, first - PAGE);
    const page = await fetchLogs(id, level, first - start, start);
    put({ entries: [...(page.log_entries as LogEntry[]), ...held.current.entries], total, error: null });
  }, [id, level, put]);

  return { ...logs, loadEarlier };
}
