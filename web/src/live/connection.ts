/** One stream that stays: reconnects with backoff and jitter, resumes by number, polls where streams are blocked. */
import { keyHeaders } from "@/client/key";
import { ApiError, problemOf } from "@/client/problem";
import { type SseMessage, SseParser } from "./sse";

export type ConnectionState =
  | { name: "connecting" }
  | { name: "open" }
  | { name: "polling" }
  | { name: "waiting"; retryAt: number; attempt: number }
  | { name: "refused"; error: ApiError }
  | { name: "closed" };

export interface ConnectionOptions {
  path: string;
  /** Number of the last event that is known; null: from now on. */
  after: number | null;
  onMessage: (message: SseMessage) => void;
  onState: (state: ConnectionState) => void;
  /** A stream is there. `resumed`: nothing was missed, what happened in between follows as events. */
  onOpen?: (resumed: boolean) => void;
  /** Asked every three seconds where streams are blocked: gives the new last number. */
  poll: (after: number | null) => Promise<number | null>;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
const FIRST_BYTE = 6_000;
const SILENCE = 40_000;
const POLL_EVERY = 3_000;
const STREAM_AGAIN_EVERY = 60_000;
const BLOCKED_AFTER = 2;

type Ending = "ended" | "mute" | "silent" | "failed";

export class LiveConnection {
  readonly #options: ConnectionOptions;
  #after: number | null;
  #closed = false;
  #attempt = 0;
  #mute = 0;
  #abort: AbortController | null = null;
  #wake: (() => void) | null = null;
  #lastByteAt = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#after = options.after;
    window.addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    void this.#run();
  }

  get after(): number | null {
    return this.#after;
  }

  close(): void {
    this.#closed = true;
    window.removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#abort?.abort();
    this.#wake?.();
    this.#options.onState({ name: "closed" });
  }

  /** Now rather than when the wait is over. */
  retryNow(): void {
    this.#attempt = 0;
    this.#wake?.();
  }

  /** The machine woke up, or is online again: what was silent for long is dead. */
  readonly #hurry = (): void => {
    if (document.visibilityState === "hidden") return;
    if (Date.now() - this.#lastByteAt > SILENCE) this.#abort?.abort();
    this.retryNow();
  };

  async #run(): Promise<void> {
    while (!this.#closed) {
      try {
        const ending = await this.#stream();
        this.#mute = ending === "mute" ? this.#mute + 1 : 0;
      } catch (error) {
        if (error instanceof ApiError) return this.#refused(error);
      }
      if (this.#closed) return;
      if (this.#mute >= BLOCKED_AFTER && (await this.#pollForAWhile())) continue;
      await this.#backOff();
    }
  }

  #refused(error: ApiError): void {
    this.#closed = true;
    this.#options.onState({ name: "refused", error });
  }

  async #stream(): Promise<Ending> {
    const abort = new AbortController();
    this.#abort = abort;
    let ending: Ending = "failed";
    let watchdog = 0;
    const watch = (patience: number, verdict: Ending): void => {
      window.clearTimeout(watchdog);
      watchdog = window.setTimeout(() => {
        ending = verdict;
        abort.abort();
      }, patience);
    };
    if (this.#attempt === 0) this.#options.onState({ name: "connecting" });
    watch(FIRST_BYTE, "mute");
    try {
      const response = await this.#request(abort.signal);
      ending = "ended";
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      const parser = new SseParser();
      let isOpen = false;
      for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
        this.#lastByteAt = Date.now();
        watch(SILENCE, "silent");
        if (!isOpen) {
          isOpen = true;
          this.#opened();
        }
        for (const message of parser.push(piece.value)) this.#take(message);
      }
      return ending;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      return ending === "ended" && !abort.signal.aborted ? "failed" : ending;
    } finally {
      window.clearTimeout(watchdog);
      abort.abort();
    }
  }

  async #request(signal: AbortSignal): Promise<Response> {
    const resume: Record<string, string> = this.#after === null ? {} : { "last-event-id": String(this.#after) };
    const headers = { accept: "text/event-stream", ...resume, ...keyHeaders() };
    const response = await fetch(this.#options.path, { headers, signal, cache: "no-store" });
    if (response.ok) return response;
    if (response.status >= 500 || response.status === 429) throw new Error("not now");
    throw await problemOf(response);
  }

  #opened(): void {
    this.#attempt = 0;
    this.#mute = 0;
    this.#options.onState({ name: "open" });
    this.#options.onOpen?.(this.#after !== null);
  }

  #take(message: SseMessage): void {
    if (message.id !== null && /^\d+$/.test(message.id)) this.#after = Number(message.id);
    this.#options.onMessage(message);
  }

  /** false: the server does not answer plain requests either, so it is not the stream that is blocked. */
  async #pollForAWhile(): Promise<boolean> {
    const until = Date.now() + STREAM_AGAIN_EVERY;
    while (!this.#closed && Date.now() < until) {
      try {
        this.#after = await this.#options.poll(this.#after);
      } catch (error) {
        if (error instanceof ApiError && !error.isUnreachable && error.status < 500) {
          this.#refused(error);
          return true;
        }
        this.#mute = 0;
        return false;
      }
      this.#options.onState({ name: "polling" });
      await this.#pause(POLL_EVERY);
    }
    this.#mute = BLOCKED_AFTER - 1;
    return true;
  }

  async #backOff(): Promise<void> {
    this.#attempt += 1;
    const ceiling = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.#attempt - 1));
    const wait = ceiling * (0.5 + Math.random() / 2);
    this.#options.onState({ name: "waiting", retryAt: Date.now() + wait, attempt: this.#attempt });
    await this.#pause(wait);
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = window.setTimeout(done, ms);
      function done(): void {
        window.clearTimeout(timer);
        resolve();
      }
      this.#wake = done;
    });
  }
}
