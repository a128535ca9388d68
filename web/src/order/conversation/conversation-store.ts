/** Holds a conversation and tells the page about it: once a frame however much comes, seldom while the past is read. */
import { Conversation, type ConversationView } from "./conversation";
import type { JournalEvent, LiveDelta } from "./journal-events";

const HIDDEN_MS = 250;
const PAST_MS = 150;

export class ConversationStore {
  private readonly conversation = new Conversation();
  private readonly listeners = new Set<() => void>();
  private shown: ConversationView = this.conversation.view();
  private waiting = false;
  /** All that was stored when the page was opened is here. */
  isCaughtUp = false;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly view = (): ConversationView => this.shown;

  get lastSeq(): number {
    return this.conversation.lastSeq;
  }

  event(event: JournalEvent): boolean {
    const isNew = this.conversation.apply(event);
    if (isNew) this.tellSoon();
    return isNew;
  }

  delta(delta: LiveDelta): void {
    this.conversation.applyDelta(delta);
    this.tellSoon();
  }

  caughtUp(): void {
    this.isCaughtUp = true;
    this.tellSoon();
  }

  private tellSoon(): void {
    if (this.waiting) return;
    this.waiting = true;
    const isPast = !this.isCaughtUp && this.shown.lastSeq > 0;
    if (document.hidden || isPast) setTimeout(this.tell, document.hidden ? HIDDEN_MS : PAST_MS);
    else requestAnimationFrame(this.tell);
  }

  private readonly tell = (): void => {
    this.waiting = false;
    this.shown = this.conversation.view();
    for (const listener of this.listeners) listener();
  };
}
