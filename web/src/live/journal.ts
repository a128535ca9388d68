/** The journal of one order as a page needs it: each thing once, as it stands now, where it first happened. */

export interface JournalEvent {
  seq: number;
  at: string;
  type: string;
  agent_work_order_id: string;
  /** Of a message or tool call: the number of its newest snapshot. */
  last_seq?: number;
  [field: string]: unknown;
}

export interface LiveMessage {
  message_id: string;
  kind: "message" | "thought";
  text: string;
  /** Nothing more will come. */
  final: boolean;
}

export interface LiveDelta {
  message_id: string;
  offset: number;
  text: string;
}

const TEXTS = new Set(["agent_message", "agent_thought"]);

export class OrderJournal {
  #events: JournalEvent[] = [];
  #places = new Map<string, number>();
  #live = new Map<string, LiveMessage>();
  #last = 0;

  get lastSeq(): number {
    return this.#last;
  }

  /** The durable events in order; messages and tool calls as their newest snapshot says. */
  events(): readonly JournalEvent[] {
    return this.#events.slice();
  }

  /** Text of messages, with what was streamed since their last snapshot. Only those that are still open. */
  live(): ReadonlyMap<string, LiveMessage> {
    return new Map(this.#live);
  }

  /** false if it was known. */
  add(event: JournalEvent): boolean {
    if (event.seq <= this.#last) return false;
    this.#last = event.seq;
    const place = placeOf(event);
    const known = place === null ? undefined : this.#places.get(place);
    const before = known === undefined ? undefined : this.#events[known];
    if (known !== undefined && before) {
      this.#events[known] = { ...event, seq: before.seq, at: before.at, last_seq: event.seq };
    } else {
      if (place !== null) this.#places.set(place, this.#events.length);
      this.#events.push(event);
    }
    if (TEXTS.has(event.type)) this.#snapshot(event);
    return true;
  }

  /** What is being said; `open` gives all that is not in a final snapshot yet. */
  hear(type: string, delta: LiveDelta): void {
    const kind = type.startsWith("agent_thought") ? "thought" : "message";
    const message = this.#message(delta.message_id, kind);
    if (message.final) return;
    const text = type.endsWith("_open") ? replaceFrom(message.text, delta) : append(message.text, delta);
    if (text !== null) this.#live.set(delta.message_id, { ...message, text });
  }

  #snapshot(event: JournalEvent): void {
    const id = String(event["message_id"]);
    const kind = event.type === "agent_thought" ? "thought" : "message";
    if (event["final"] === true && event["continues"] !== true) {
      this.#live.delete(id);
      return;
    }
    const message = this.#message(id, kind);
    const snapshot = { message_id: id, offset: Number(event["offset"] ?? 0), text: String(event["text"] ?? "") };
    const isNews = lengthOf(message.text) < snapshot.offset + lengthOf(snapshot.text);
    const text = isNews ? replaceFrom(message.text, snapshot) : message.text;
    this.#live.set(id, { ...message, text: text ?? message.text });
  }

  #message(id: string, kind: LiveMessage["kind"]): LiveMessage {
    return this.#live.get(id) ?? { message_id: id, kind, text: "", final: false };
  }
}

function placeOf(event: JournalEvent): string | null {
  if (TEXTS.has(event.type)) return `${String(event["message_id"])}/${String(event["part"] ?? 1)}`;
  if (event.type === "agent_tool_call") return `tool/${String(event["run_id"])}/${String(event["tool_call_id"])}`;
  return null;
}

/** The server counts characters, JavaScript halves of surrogate pairs. */
const ASTRAL = /[\ud800-\udbff][\udc00-\udfff]/g;
const lengthOf = (text: string): number => text.length - (text.match(ASTRAL)?.length ?? 0);

function indexOf(text: string, characters: number): number {
  if (lengthOf(text) === text.length) return characters;
  let index = 0;
  for (let seen = 0; seen < characters && index < text.length; seen += 1) {
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  return index;
}

/** null where something between is missing: the next snapshot brings it. */
function append(text: string, delta: LiveDelta): string | null {
  const length = lengthOf(text);
  if (delta.offset === length) return text + delta.text;
  if (delta.offset > length) return null;
  const known = length - delta.offset;
  return known >= lengthOf(delta.text) ? null : text + delta.text.slice(indexOf(delta.text, known));
}

function replaceFrom(text: string, delta: LiveDelta): string | null {
  if (delta.offset > lengthOf(text)) return delta.offset > 0 && text === "" ? delta.text : null;
  return text.slice(0, indexOf(text, delta.offset)) + delta.text;
}
