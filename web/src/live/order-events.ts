/** The open order, live: its journal, kept while a page looks at it. */
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { request } from "@/client/api";
import { type ConnectionState, LiveConnection } from "./connection";
import { type JournalEvent, type LiveDelta, type LiveMessage, OrderJournal } from "./journal";

export interface OrderEvents {
  events: readonly JournalEvent[];
  live: ReadonlyMap<string, LiveMessage>;
  connection: ConnectionState;
  /** All that was stored when the page was opened is here. */
  caughtUp: boolean;
  lastSeq: number;
}

interface EventsPage {
  events: JournalEvent[];
  total_count: number;
  has_more: boolean;
}

type EventListener = (event: JournalEvent) => void;

const PAGE = 1000;

export class OrderEventStore {
  readonly #path: string;
  readonly #journal = new OrderJournal();
  readonly #listeners = new Set<() => void>();
  readonly #eventListeners = new Set<EventListener>();
  #connection: LiveConnection | null = null;
  #state: ConnectionState = { name: "connecting" };
  #caughtUp = false;
  #snapshot: OrderEvents | null = null;
  #frame = 0;
  #isClosed = false;

  constructor(id: string) {
    this.#path = `/api/agent-work-orders/${encodeURIComponent(id)}/events`;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): OrderEvents => {
    this.#snapshot ??= {
      events: this.#journal.events(),
      live: this.#journal.live(),
      connection: this.#state,
      caughtUp: this.#caughtUp,
      lastSeq: this.#journal.lastSeq,
    };
    return this.#snapshot;
  };

  /** For things that follow from an event, such as asking for the diff again. */
  onEvent(listener: EventListener): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  open(): void {
    this.#isClosed = false;
    void this.#catchUp();
  }

  close(): void {
    this.#isClosed = true;
    this.#connection?.close();
    this.#connection = null;
    cancelAnimationFrame(this.#frame);
  }

  retryNow(): void {
    this.#connection?.retryNow();
  }

  /** What is stored comes in large pages, then the stream goes on from there. */
  async #catchUp(): Promise<void> {
    try {
      await this.#poll(this.#journal.lastSeq);
      this.#caughtUp = true;
    } catch {
      this.#caughtUp = false;
    }
    this.#changed();
    if (this.#isClosed || this.#connection) return;
    this.#connection = new LiveConnection({
      path: this.#path,
      after: this.#journal.lastSeq,
      onMessage: ({ event, data }) => this.#take(event, data),
      onState: (state) => {
        this.#state = state;
        if (state.name === "open") this.#caughtUp = true;
        this.#changed();
      },
      poll: (after) => this.#poll(after ?? 0),
    });
  }

  async #poll(after: number): Promise<number> {
    let last = after;
    for (let more = true; more && !this.#isClosed; ) {
      const page = await request<EventsPage>("GET", `${this.#path}?after=${last}&limit=${PAGE}`);
      for (const event of page.events) this.#add(event);
      last = page.events.at(-1)?.seq ?? last;
      more = page.has_more && page.events.length > 0;
    }
    return last;
  }

  #take(event: string, data: string): void {
    const content: unknown = JSON.parse(data);
    if (/_(delta|open)$/.test(event)) this.#journal.hear(event, content as LiveDelta);
    else this.#add(content as JournalEvent);
    this.#changed();
  }

  #add(event: JournalEvent): void {
    if (this.#journal.add(event) && this.#caughtUp) this.#eventListeners.forEach((each) => each(event));
  }

  /** At most once a frame: agents talk faster than screens draw. In a hidden tab nothing is drawn. */
  #changed(): void {
    if (this.#frame) return;
    const publish = (): void => {
      this.#frame = 0;
      this.#snapshot = null;
      this.#listeners.forEach((each) => each());
    };
    this.#frame = requestAnimationFrame(publish);
  }
}

/** Ordered durable events and the open messages of an order, live, without gap or doubles. */
export function useOrderEvents(id: string, onEvent?: EventListener): OrderEvents & { retryNow: () => void } {
  const store = useMemo(() => new OrderEventStore(id), [id]);
  useEffect(() => {
    store.open();
    return () => store.close();
  }, [store]);
  useEffect(() => (onEvent ? store.onEvent(onEvent) : undefined), [store, onEvent]);
  const current = useSyncExternalStore(store.subscribe, store.snapshot);
  return useMemo(() => ({ ...current, retryNow: () => store.retryNow() }), [current, store]);
}
