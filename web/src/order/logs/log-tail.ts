/** The end of a log, growing with what comes, and backwards when asked. At most a few thousand lines are held. */
import { fetchLogs, type LogLevel } from "../order-queries";
import type { LogEntry } from "./log-words";

const PAGE = 500;
const MOST = 5_000;
const PAUSE_MS = 300;

export interface Logs {
  readonly entries: readonly LogEntry[];
  /** As many as there were when it was last read. */
  readonly total: number;
  readonly error: Error | null;
}

export class LogTail {
  private readonly listeners = new Set<() => void>();
  private logs: Logs = { entries: [], total: 0, error: null };
  private isReading = false;
  private isBehind = false;

  constructor(
    private readonly id: string,
    private readonly level: LogLevel,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly view = (): Logs => this.logs;

  /** There may be more: reads it, now or after what is being read. */
  readonly poke = (): void => {
    this.isBehind = true;
    if (!this.isReading) void this.read();
  };

  readonly loadEarlier = async (): Promise<void> => {
    const first = this.logs.total - this.logs.entries.length;
    const start = Math.max(0, first - PAGE);
    const page = await fetchLogs(this.id, this.level, first - start, start);
    this.put({ ...this.logs, entries: [...(page.log_entries as LogEntry[]), ...this.logs.entries] });
  };

  private async read(): Promise<void> {
    this.isReading = true;
    while (this.isBehind) {
      this.isBehind = false;
      try {
        await this.readNew();
      } catch (error) {
        this.put({ ...this.logs, error: error instanceof Error ? error : new Error(String(error)) });
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    this.isReading = false;
  }

  private async readNew(): Promise<void> {
    const { total } = this.logs;
    const start = total > 0 ? total : Math.max(0, (await fetchLogs(this.id, this.level, 1, 0)).total_count - PAGE);
    const page = await fetchLogs(this.id, this.level, PAGE, start);
    const entries = [...this.logs.entries, ...(page.log_entries as LogEntry[])].slice(-MOST);
    this.put({ entries, total: start + page.log_entries.length, error: null });
    if (page.has_more) this.isBehind = true;
  }

  private put(logs: Logs): void {
    this.logs = logs;
    for (const listener of this.listeners) listener();
  }
}
