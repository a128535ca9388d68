/** Everything coarse, live: tells the cache what is no longer true. One connection for the whole app. */
import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { api } from "@/client/api";
import { keys } from "@/client/queries";
import { type ConnectionState, LiveConnection } from "./connection";
import { refetch } from "./refetch";

export interface FeedEvent {
  type: string;
  agent_work_order_id?: string;
  project_id?: string;
  [field: string]: unknown;
}

const SETTLE = 60;
const NOT_MORE_OFTEN_THAN = 400;
const BOARD = /^task_|^board_/;
const PROJECTS = "project_changed";
const STATUS = /^agent_work_order_/;

let state: ConnectionState = { name: "connecting" };
let connection: LiveConnection | null = null;
const stateListeners = new Set<() => void>();
const eventListeners = new Set<(event: FeedEvent) => void>();

export function startFeed(client: QueryClient): () => void {
  const refresher = new Refresher(client);
  connection = new LiveConnection({
    path: "/api/events",
    after: null,
    onOpen: (resumed) => {
      if (!resumed) refresher.everything();
    },
    onMessage: ({ data }) => take(JSON.parse(data) as FeedEvent, refresher),
    onState: (next) => {
      state = next;
      stateListeners.forEach((each) => each());
    },
    poll: async (after) => {
      await api.GET("/api/health");
      refresher.everything();
      return after;
    },
  });
  return () => connection?.close();
}

function take(event: FeedEvent, refresher: Refresher): void {
  refresher.note(event);
  eventListeners.forEach((each) => each(event));
}

export const onFeedEvent = (listener: (event: FeedEvent) => void): (() => void) => {
  eventListeners.add(listener);
  return () => eventListeners.delete(listener);
};

export const reconnectNow = (): void => connection?.retryNow();

const onState = (listener: () => void): (() => void) => {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
};
const stateNow = (): ConnectionState => state;

export const useConnection = (): ConnectionState => useSyncExternalStore(onState, stateNow);

/** Many events, few requests: the first at once, the rest together. */
class Refresher {
  readonly #client: QueryClient;
  readonly #dirty = new Set<string>();
  #isEverything = false;
  #isBoard = false;
  #isProjects = false;
  #isProjectStates = false;
  #timer = 0;
  #refreshedAt = -Infinity;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  note(event: FeedEvent): void {
    if (event.agent_work_order_id) this.#dirty.add(event.agent_work_order_id);
    if (BOARD.test(event.type)) this.#isBoard = true;
    if (event.type === PROJECTS) this.#isProjects = true;
    if (STATUS.test(event.type)) this.#isProjectStates = true;
    this.#schedule();
  }

  everything(): void {
    this.#isEverything = true;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#timer) return;
    const since = performance.now() - this.#refreshedAt;
    this.#timer = window.setTimeout(() => this.#refresh(), Math.max(SETTLE, NOT_MORE_OFTEN_THAN - since));
  }

  #refresh(): void {
    this.#timer = 0;
    this.#refreshedAt = performance.now();
    if (this.#isEverything) {
      refetch(this.#client);
    } else {
      if (this.#dirty.size) refetch(this.#client, { queryKey: keys.orderLists });
      for (const id of this.#dirty) refetch(this.#client, { queryKey: keys.order(id) });
      if (this.#isBoard) refetch(this.#client, { queryKey: ["board"] });
      if (this.#isProjectStates) refetch(this.#client, { queryKey: keys.projects, exact: true });
      if (this.#isProjects) for (const queryKey of [keys.projects, keys.secrets]) refetch(this.#client, { queryKey });
    }
    this.#dirty.clear();
    this.#isEverything = false;
    this.#isBoard = false;
    this.#isProjects = false;
    this.#isProjectStates = false;
  }
}
