/** The open order, live: what is stored in large pages, then the stream from there, polls where streams are blocked. */
import { api, body, type Schemas } from "@/client/api";
import { inSlices } from "@/lib/in-slices";
import { type ConnectionState, LiveConnection } from "./connection";

export interface JournalEvent {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly agent_work_order_id: string;
  readonly [fact: string]: unknown;
}

/** Text of an open message: what was said since, or (`_open`) all of its current part. */
export interface LiveDelta {
  readonly type: string;
  readonly message_id: string;
  /** Counted in code points. */
  readonly offset: number;
  readonly text: string;
}

export interface OrderListener {
  /** Number of the last event that is known. An event with a number up to it is old news. */
  readonly lastSeq: number;
  event(event: JournalEvent): void;
  delta(delta: LiveDelta): void;
  state(state: ConnectionState): void;
}

type EventsPage = Schemas["EventsResponse"];

const PAGE = 500;

/** A page of what is stored: to who accepts JSON the address of the stream answers with one. */
export async function eventsAfter(id: string, after: number, limit: number, signal?: AbortSignal): Promise<EventsPage> {
  const answer = api.GET("/api/agent-work-orders/{agent_work_order_id}/events", {
    params: { path: { agent_work_order_id: id }, query: { after, limit } },
    headers: { accept: "application/json" },
    ...(signal ? { signal } : {}),
  });
  return (await body(answer)) as EventsPage;
}

/** Tells the listener everything in order, again and again from the last it knows; the function returned ends it. */
export function followOrder(id: string, listener: OrderListener): () => void {
  const path = `/api/agent-work-orders/${encodeURIComponent(id)}/events`;
  let connection: LiveConnection | undefined;
  let isClosed = false;

  const pageAfter = (seq: number) => eventsAfter(id, seq, PAGE);
  /** The next page is on its way while one is told. */
  const poll = async (after: number): Promise<number> => {
    let last = after;
    let coming: Promise<EventsPage> | undefined = pageAfter(after);
    while (coming !== undefined && !isClosed) {
      const { events, has_more }: EventsPage = await coming;
      last = events.at(-1)?.seq ?? last;
      coming = has_more && events.length > 0 ? pageAfter(last) : undefined;
      coming?.catch(() => undefined);
      await inSlices(events, (event) => !isClosed && listener.event(event));
    }
    return last;
  };
  const take = (event: string, data: string): void => {
    const content: unknown = JSON.parse(data);
    if (/_(delta|open)$/.test(event)) listener.delta({ ...(content as LiveDelta), type: event });
    else listener.event(content as JournalEvent);
  };
  const open = async (): Promise<void> => {
    await poll(listener.lastSeq).catch(() => undefined);
    if (isClosed) return;
    connection = new LiveConnection({
      path,
      after: listener.lastSeq,
      onMessage: ({ event, data }) => take(event, data),
      onState: (state) => listener.state(state),
      poll: (after) => poll(after ?? 0),
    });
  };
  void open();
  return () => {
    isClosed = true;
    connection?.close();
  };
}
